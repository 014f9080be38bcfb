#include "rivals/gated_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rng.h"
#include "kernels/denormals.h"
#include "rivals/finite_loss.h"
#include "rivals/gate_graph.h"
#include "rivals/latent_series.h"
#include "rivals/series.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kBatch = 128, kSplitEvery = 20;
constexpr float kFillRate = 0.1f;
constexpr double kLastShare = 0.1;  // of the first learning rate, at the end
constexpr size_t kChunkRows = 320;  // rows (window, target) of one task, at least
enum class Stage { kPrediction, kGraph };

// Some windows of a batch, laid out for one of the two stages.
struct Chunk {
  Tape tape;
  std::vector<Node*> inputs;  // of each step: (samples n, n), the row of values for each target
  Node *gates, *prediction, *target, *weight;
  AlignedFloats slopes;  // graph stage: of the gates
  double loss = 0.0;
  std::vector<double> dp;  // graph stage: (n, n) [target][source]

  Chunk(const GatedNetwork& net, float* values, Stage stage, size_t samples, const LatentSeries& series)
      : tape(net.layout, values, stage == Stage::kGraph) {
    const size_t n = series.variables(), rows = samples * n;
    gates = stage == Stage::kGraph ? tape.Variable(rows, n) : tape.Input(rows, n);
    for (size_t step = 0; step < series.steps(); ++step) inputs.push_back(tape.Input(rows, n));
    prediction = net.LayOut(tape, inputs, gates);
    target = tape.Input(rows, 1);
    weight = tape.Input(rows, 1);
    SquaredError(tape, prediction, target, weight);
    if (stage == Stage::kGraph) {
      slopes = AlignedFloats(gates->size());
      dp.assign(n * n, 0.0);
    }
  }

  // `scale` makes the sum over the whole batch a mean over its observed targets.
  void Fill(const LatentSeries& series, std::span<const uint32_t> windows, float scale) {
    const size_t n = series.variables();
    for (size_t s = 0; s < windows.size(); ++s) {
      for (size_t step = 0; step < inputs.size(); ++step) {
        const float* const row = series.row(series.FirstRow(windows[s]) + step);
        for (size_t i = 0; i < n; ++i) std::copy_n(row, n, inputs[step]->value.row(s * n + i));
      }
      const size_t target_row = series.TargetRow(windows[s]);
      for (size_t i = 0; i < n; ++i) {
        target->value.row(s * n + i)[0] = series.row(target_row)[i];
        weight->value.row(s * n + i)[0] = series.IsTarget(target_row, i) ? scale : 0.0f;
      }
    }
  }

  void CollectGraphGradient(size_t n) {
    std::fill(dp.begin(), dp.end(), 0.0);
    for (size_t r = 0; r < gates->rows(); ++r) {
      const float *const d = gates->gradient.row(r), *const slope = slopes.data() + r * gates->value.stride;
      double* const sum = dp.data() + r % n * n;
      for (size_t j = 0; j < n; ++j) sum[j] += static_cast<double>(d[j] * slope[j]);
    }
  }
};

class GatedTraining {
 public:
  GatedTraining(const MethodInput& input, size_t steps, const GatedSchedule& schedule, const GatedNetwork& net)
      : input_(input),
        schedule_(schedule),
        series_(input, steps),
        block_(net.layout.size()),
        decay_(schedule.decay > 0.0 ? net.layout.size() : 0),
        graph_(series_.variables(), schedule.groups, schedule.first_logit, ForbiddenEdges(input)),
        batch_(std::min(kBatch, series_.windows())) {
    FillParameters(net.layout, input.options.seed, 0, 0.0, block_.values.data());
    const size_t samples = std::min(batch_, std::max(schedule.least_samples, kChunkRows / series_.variables()));
    for (size_t first = 0; first < batch_; first += samples) {
      const size_t count = std::min(samples, batch_ - first);
      for (const Stage stage : {Stage::kPrediction, Stage::kGraph}) {
        chunks_[stage == Stage::kGraph].push_back(
            std::make_unique<Chunk>(net, block_.values.data(), stage, count, series_));
      }
      firsts_.push_back(first);
    }
  }

  size_t gates() const { return graph_.size(); }

  MethodOutput Fit() {
    MethodOutput output;
    output.epoch_losses.emplace_back();
    std::vector<uint32_t> windows(series_.windows());
    for (size_t epoch = 0; epoch < schedule_.epochs; ++epoch) {
      if (epoch > 0 && epoch % kSplitEvery == 0) graph_.Split();
      if (epoch >= schedule_.fill_after) series_.MoveToPredictions(kFillRate);
      if (epoch == schedule_.trust_after) series_.TrustGuesses();
      done_ = static_cast<double>(epoch) / static_cast<double>(schedule_.epochs);
      std::iota(windows.begin(), windows.end(), 0u);
      Rng(input_.options.seed, kShuffleStream + epoch).Shuffle(windows);
      double loss = 0.0;
      const size_t batches = windows.size() / batch_;
      for (size_t b = 0; b < 2 * batches; ++b) {
        const Stage stage = b < batches ? Stage::kPrediction : Stage::kGraph;
        loss = Step(stage, std::span(windows).subspan(b % batches * batch_, batch_));
        const double part = static_cast<double>(b + 1) / static_cast<double>(2 * batches);
        input_.progress.Report(done_ + part / static_cast<double>(schedule_.epochs),
                               fmt::format("epoch {}, loss {:.4g}", epoch + 1, loss));
      }
      output.steps += 2 * batches;
      output.epoch_losses.back().push_back(loss);
    }
    const size_t n = series_.variables();
    for (size_t c = 0; c < n * n; ++c) output.scores.push_back(graph_.Probability(c / n, c % n));
    return output;
  }

 private:
  static constexpr uint64_t kSampleStream = uint64_t{1} << 32, kShuffleStream = uint64_t{1} << 62;

  // What falls to a share of itself, by the same factor from epoch to epoch.
  double Now(double first, double last_share) const { return first * std::pow(last_share, done_); }

  double Step(Stage stage, std::span<const uint32_t> windows) {
    size_t observed = 0;
    for (const uint32_t w : windows) {
      for (size_t i = 0; i < series_.variables(); ++i) observed += series_.IsTarget(series_.TargetRow(w), i);
    }
    const float scale = observed == 0 ? 0.0f : 1.0f / static_cast<float>(observed);
    auto& chunks = chunks_[stage == Stage::kGraph];
    ++samplings_;
    input_.pool.Run(chunks.size(), [&](size_t c, size_t) {
      const FlushDenormals flush;
      input_.progress.StopIfCancelled();
      Chunk& chunk = *chunks[c];
      chunk.Fill(series_, windows.subspan(firsts_[c], chunk.gates->rows() / series_.variables()), scale);
      Sample(stage, c, chunk);
      chunk.loss = chunk.tape.Forward();
      chunk.tape.Backward();
      if (stage == Stage::kGraph) chunk.CollectGraphGradient(series_.variables());
    });
    stage == Stage::kGraph ? UpdateGraph() : UpdateNetwork(windows);
    double loss = 0.0;
    for (const auto& chunk : chunks) loss += chunk->loss;
    CheckLoss(input_, loss, samplings_, "try a smaller --rival-lr");
    return loss;
  }

  void Sample(Stage stage, size_t c, Chunk& chunk) const {
    const uint64_t stream = kSampleStream * (c + 1) + samplings_;
    const Matrix& gates = chunk.gates->value;
    if (stage == Stage::kPrediction) {
      graph_.SampleBernoulli(input_.options.seed, stream, gates);
      return;
    }
    graph_.SampleGumbel(input_.options.seed, stream, {Now(1.0, schedule_.last_temperature), schedule_.hard}, gates,
                        {chunk.slopes.data(), gates.rows, gates.cols, gates.stride});
  }

  void UpdateNetwork(std::span<const uint32_t> windows) {
    std::vector<const float*> gradients;
    for (const auto& chunk : chunks_[0]) gradients.push_back(chunk->tape.gradient());
    const size_t n = series_.variables();
    for (size_t c = 0; c < chunks_[0].size() && input_.data.missing.any(); ++c) {
      const Chunk& chunk = *chunks_[0][c];
      for (size_t r = 0; r < chunk.gates->rows(); ++r) {
        series_.Predicted(series_.TargetRow(windows[firsts_[c] + r / n]), r % n, chunk.prediction->value.row(r)[0]);
      }
    }
    if (schedule_.decay > 0.0) {
      const FlushDenormals flush;  // of inputs that no gate lets in
      const auto decay = static_cast<float>(schedule_.decay);
      for (size_t i = 0; i < decay_.size(); ++i) decay_[i] = decay * block_.values[i];
      gradients.push_back(decay_.data());
    }
    block_.Update(gradients, Now(schedule_.rate, kLastShare));
  }

  void UpdateGraph() {
    std::vector<double> dp(chunks_[1][0]->dp.size(), 0.0);
    for (const auto& chunk : chunks_[1]) {
      for (size_t c = 0; c < dp.size(); ++c) dp[c] += chunk->dp[c];
    }
    graph_.Update(dp, Now(schedule_.penalty, schedule_.last_penalty_share), Now(schedule_.graph_rate, kLastShare));
  }

  const MethodInput& input_;
  const GatedSchedule& schedule_;
  LatentSeries series_;
  AdamBlock block_;
  AlignedFloats decay_;  // of the weights: one more gradient
  GateGraph graph_;
  const size_t batch_;
  std::vector<std::unique_ptr<Chunk>> chunks_[2];  // of each stage
  std::vector<size_t> firsts_;                     // window of the batch with which each chunk begins
  uint64_t samplings_ = 0;
  double done_ = 0.0;  // share of the epochs
};

}  // namespace

MethodOutput TrainGated(const MethodInput& input, size_t steps, const GatedSchedule& schedule,
                        const GatedNetwork& network) {
  GatedTraining training(input, steps, schedule, network);
  MethodOutput output = training.Fit();
  output.parameters = network.layout.count() + training.gates();
  if (input.data.missing.any()) {
    output.warnings.push_back(fmt::format(
        "{} missing cells were filled by what the network predicts, as its authors do", input.data.missing.count()));
  }
  AddWarnings(output, ShortWarnings(input.data, steps + 1));
  return output;
}

}  // namespace mask2cause
