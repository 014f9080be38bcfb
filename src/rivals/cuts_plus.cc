// CUTS+ (Cheng et al. 2024): one recurrent network for all targets, whose inputs pass gates that are sampled anew for
// every window; network and gates are trained in turn. Missing cells are filled by what the network predicts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rng.h"
#include "kernels/denormals.h"
#include "kernels/isa.h"
#include "mask2cause/error.h"
#include "rivals/gate_graph.h"
#include "rivals/latent_series.h"
#include "rivals/series.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kBatch = 128, kGroups = 32, kSplitEvery = 20, kFillAfter = 20;
constexpr float kFillRate = 0.1f;
constexpr double kLastShare = 0.1;  // of the first learning rate, and of the first penalty, at the end
constexpr size_t kChunkRows = 320;  // rows (window, target) of one task, at least
enum class Stage { kPrediction, kGraph };

// The network: a gated recurrent cell over all sources that the gates let through, shared by all targets, and two more
// layers; the last one is each target's own.
struct MessageNetwork {
  ParameterLayout layout;
  size_t variables, width;
  size_t start, gates_w, gates_u, gates_b, candidate_w, candidate_u, candidate_b, out1_w, out1_b, out2_w, out2_u,
      out2_b;
  size_t head_w, head_b;

  MessageNetwork(size_t n, size_t hidden) : variables(n), width(hidden) {
    const auto add = [this](const char* name, size_t rows, size_t cols, size_t fan_in) {
      return layout.Add({.name = name, .rows = rows, .cols = cols, .start = Start::kUniform, .fan_in = fan_in});
    };
    start = layout.Add({.name = "start", .rows = n, .cols = width, .start = Start::kZeros});
    const size_t inputs = n + width;
    gates_w = add("gates.message", n, 2 * width, inputs);
    gates_u = add("gates.state", width, 2 * width, inputs);
    gates_b = add("gates.bias", 1, 2 * width, inputs);
    candidate_w = add("candidate.message", n, width, inputs);
    candidate_u = add("candidate.state", width, width, inputs);
    candidate_b = add("candidate.bias", 1, width, inputs);
    out1_w = add("out1.weight", width, width, width);
    out1_b = add("out1.bias", 1, width, width);
    out2_w = add("out2.layer", width, width, 2 * width);
    out2_u = add("out2.state", width, width, 2 * width);
    out2_b = add("out2.bias", 1, width, 2 * width);
    head_w = add("head.weight", n, 2 * width, 2 * width);
    head_b = add("head.bias", 1, n, 2 * width);
  }

  // messages (samples n, n) -> the next state (samples n, width)
  Node* Cell(Tape& t, Node* message, Node* h) const {
    Node* const gates =
        Activate(t, Pointwise::kSigmoid,
                 Affine(t, {{message, t.Parameter(gates_w)}, {h, t.Parameter(gates_u)}}, t.Parameter(gates_b)));
    Node *const reset = Columns(t, gates, 0, width), *const keep = Columns(t, gates, width, width);
    Node* const candidate =
        Activate(t, Pointwise::kTanh,
                 Affine(t, {{message, t.Parameter(candidate_w)}, {Times(t, reset, h), t.Parameter(candidate_u)}},
                        t.Parameter(candidate_b)));
    return Blend(t, keep, candidate, h);
  }

  // (samples n, 1)
  Node* ReadOut(Tape& t, Node* h) const {
    Node* const first = Activate(t, Pointwise::kLeakyRelu, Affine(t, h, t.Parameter(out1_w), t.Parameter(out1_b)));
    Node* const second =
        Activate(t, Pointwise::kLeakyRelu,
                 Affine(t, {{first, t.Parameter(out2_w)}, {h, t.Parameter(out2_u)}}, t.Parameter(out2_b)));
    return Heads(t, Concatenate(t, second, h), t.Parameter(head_w), t.Parameter(head_b));
  }
};

// Some windows of a batch, laid out for one of the two stages.
struct Chunk {
  Tape tape;
  std::vector<Node*> inputs;  // of each step: (samples n, n), the row of values for each target
  Node *gates, *prediction, *target, *weight;
  AlignedFloats slopes;  // graph stage: of the gates
  double loss = 0.0;
  std::vector<double> dp;  // graph stage: (n, n) [target][source]

  Chunk(const MessageNetwork& net, float* values, Stage stage, size_t samples, size_t steps)
      : tape(net.layout, values, stage == Stage::kGraph) {
    const size_t n = net.variables, rows = samples * n;
    gates = stage == Stage::kGraph ? tape.Variable(rows, n) : tape.Input(rows, n);
    Node* h = Repeat(tape, tape.Parameter(net.start), samples);
    for (size_t step = 0; step < steps; ++step) {
      inputs.push_back(tape.Input(rows, n));
      h = net.Cell(tape, Times(tape, inputs.back(), gates), h);
    }
    prediction = net.ReadOut(tape, h);
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

class CutsPlus {
 public:
  CutsPlus(const MethodInput& input, RivalSettings& settings)
      : input_(input),
        series_(input, settings.Context(1)),
        epochs_(settings.Steps(64)),
        rate_(settings.Rate(1e-2)),
        graph_rate_(rate_ * 0.1),
        penalty_(settings.Penalty(0.1)),
        net_(series_.variables(), settings.Width(32)),
        block_(net_.layout.size()),
        graph_(series_.variables(), kGroups, ForbiddenEdges(input)),
        batch_(std::min(kBatch, series_.windows())) {
    FillParameters(net_.layout, input.options.seed, 0, 0.0, block_.values.data());
    const size_t samples = std::min(batch_, std::max<size_t>(1, kChunkRows / series_.variables()));
    for (size_t first = 0; first < batch_; first += samples) {
      const size_t count = std::min(samples, batch_ - first);
      for (const Stage stage : {Stage::kPrediction, Stage::kGraph}) {
        chunks_[stage == Stage::kGraph].push_back(
            std::make_unique<Chunk>(net_, block_.values.data(), stage, count, series_.steps()));
      }
      firsts_.push_back(first);
    }
  }

  MethodOutput Fit() {
    MethodOutput output;
    output.epoch_losses.emplace_back();
    std::vector<uint32_t> windows(series_.windows());
    for (size_t epoch = 0; epoch < epochs_; ++epoch) {
      if (epoch > 0 && epoch % kSplitEvery == 0) graph_.Split();
      if (epoch >= kFillAfter) series_.MoveToPredictions(kFillRate);
      std::iota(windows.begin(), windows.end(), 0u);
      Rng(input_.options.seed, kShuffleStream + epoch).Shuffle(windows);
      const double share = std::pow(kLastShare, static_cast<double>(epoch) / static_cast<double>(epochs_));
      double loss = 0.0;
      const size_t batches = windows.size() / batch_;
      for (size_t b = 0; b < 2 * batches; ++b) {
        const Stage stage = b < batches ? Stage::kPrediction : Stage::kGraph;
        loss = Step(stage, std::span(windows).subspan(b % batches * batch_, batch_), share);
        const double done = static_cast<double>(epoch) + static_cast<double>(b + 1) / static_cast<double>(2 * batches);
        input_.progress.Report(done / static_cast<double>(epochs_),
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

  double Step(Stage stage, std::span<const uint32_t> windows, double share) {
    size_t observed = 0;
    for (const uint32_t w : windows) {
      for (size_t i = 0; i < series_.variables(); ++i) observed += series_.IsTarget(series_.TargetRow(w), i);
    }
    const float scale = observed == 0 ? 0.0f : 1.0f / static_cast<float>(observed);
    auto& chunks = chunks_[stage == Stage::kGraph];
    ++samplings_;
    input_.pool.Run(chunks.size(), [&](size_t c, size_t) {
      const FlushDenormals flush;
      Chunk& chunk = *chunks[c];
      chunk.Fill(series_, windows.subspan(firsts_[c], chunk.gates->rows() / series_.variables()), scale);
      const uint64_t stream = kSampleStream * (c + 1) + samplings_;
      if (stage == Stage::kGraph) {
        const Matrix& shape = chunk.gates->value;
        graph_.SampleGumbel(input_.options.seed, stream, chunk.gates->value,
                            {chunk.slopes.data(), shape.rows, shape.cols, shape.stride});
      } else {
        graph_.SampleBernoulli(input_.options.seed, stream, chunk.gates->value);
      }
      chunk.loss = chunk.tape.Forward();
      chunk.tape.Backward();
      if (stage == Stage::kGraph) chunk.CollectGraphGradient(series_.variables());
    });
    stage == Stage::kGraph ? UpdateGraph(share) : UpdateNetwork(windows, share);
    double loss = 0.0;
    for (const auto& chunk : chunks) loss += chunk->loss;
    if (std::isfinite(loss)) return loss;
    throw Error(ErrorKind::kNumerical, "--method cuts+: the loss left the finite numbers",
                "try a smaller --rival-lr; look for extreme values with `mask2cause inspect`");
  }

  void UpdateNetwork(std::span<const uint32_t> windows, double share) {
    std::vector<const float*> gradients;
    for (const auto& chunk : chunks_[0]) gradients.push_back(chunk->tape.gradient());
    const size_t n = series_.variables();
    for (size_t c = 0; c < chunks_[0].size() && input_.data.missing.any(); ++c) {
      const Chunk& chunk = *chunks_[0][c];
      for (size_t r = 0; r < chunk.gates->rows(); ++r) {
        series_.Predicted(series_.TargetRow(windows[firsts_[c] + r / n]), r % n, chunk.prediction->value.row(r)[0]);
      }
    }
    block_.Update(gradients, rate_ * share);
  }

  void UpdateGraph(double share) {
    std::vector<double> dp(chunks_[1][0]->dp.size(), 0.0);
    for (const auto& chunk : chunks_[1]) {
      for (size_t c = 0; c < dp.size(); ++c) dp[c] += chunk->dp[c];
    }
    graph_.Update(dp, penalty_ * share, graph_rate_ * share);
  }

  const MethodInput& input_;
  LatentSeries series_;
  const size_t epochs_;
  const double rate_, graph_rate_, penalty_;
  const MessageNetwork net_;
  AdamBlock block_;
  GateGraph graph_;
  const size_t batch_;
  std::vector<std::unique_ptr<Chunk>> chunks_[2];  // of each stage
  std::vector<size_t> firsts_;                     // window of the batch with which each chunk begins
  uint64_t samplings_ = 0;
};

MethodOutput FitCutsPlus(const MethodInput& input) {
  SelectIsa(input.options.isa);
  RivalSettings settings(input);
  CutsPlus method(input, settings);
  MethodOutput output = method.Fit();
  output.choices = settings.choices();
  if (input.data.missing.any()) {
    output.warnings.push_back(fmt::format(
        "{} missing cells were filled by what the network predicts, as its authors do", input.data.missing.count()));
  }
  return output;
}

}  // namespace

extern const Method kCutsPlusMethod = {
    "cuts+", "CUTS+: one recurrent network whose gates are a graph of probabilities (Cheng et al. 2024)", FitCutsPlus};

}  // namespace mask2cause
