// CausalFormer (Kong et al. 2024): one transformer forecasts every slot of a window from all series; then the relevance
// of what was forecast is handed back to the attention, and weighed with how much the forecast depends on it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/rng.h"
#include "kernels/denormals.h"
#include "rivals/adam_block.h"
#include "rivals/finite_loss.h"
#include "rivals/series.h"
#include "rivals/slot_windows.h"
#include "rivals/transformer_chunk.h"

namespace mask2cause {
namespace {

constexpr size_t kBatch = 128, kPatience = 10, kDecayEvery = 30, kSlots = 32;
constexpr double kDecay = 0.1, kHeldOut = 0.1;
constexpr size_t kChunkWindows = 32;  // of one task
constexpr uint64_t kSplitStream = uint64_t{1} << 61, kShuffleStream = uint64_t{1} << 62;

class Causalformer {
 public:
  Causalformer(const MethodInput& input, RivalSettings& settings)
      : input_(input),
        series_(input, settings.Context(UsualSlots(input.data))),
        design_(series_.variables(), series_.slots(), settings.Width(512)),
        parameters_(design_.layout.size()),
        rate_(settings.Rate(0.01)),
        epochs_(settings.Steps(100)),
        core_(design_, parameters_.values.data(), settings.Penalty(5e-4)) {
    design_.Fill(input.options.seed, parameters_.values.data());
    for (size_t first = 0; first < std::min(kBatch, series_.size()); first += kChunkWindows) {
      const auto memory = std::make_shared<TapeMemory>();
      for (const bool explain : {false, true}) {
        chunks_[explain].push_back(std::make_unique<TransformerChunk>(
            design_, core_, parameters_.values.data(), ForbiddenEdges(input), kChunkWindows, explain, memory));
      }
    }
  }

  size_t slots() const { return series_.slots(); }

  MethodOutput Fit() {
    MethodOutput output;
    output.parameters = design_.layout.count();
    Train(output);
    Explain(output);
    return output;
  }

 private:
  // As the authors have it, but where trajectories are short.
  static size_t UsualSlots(const Dataset& data) {
    size_t longest = 0;
    for (const Trajectory& trajectory : data.trajectories) longest = std::max(longest, trajectory.rows);
    size_t slots = std::clamp<size_t>(longest / 2, 2, kSlots);
    while (slots > 2 && !SlotWindows::Suffice(data, slots)) --slots;
    return slots;
  }

  void Train(MethodOutput& output) {
    std::vector<uint32_t> training(series_.size());
    std::iota(training.begin(), training.end(), 0u);
    Rng(input_.options.seed, kSplitStream).Shuffle(training);
    const auto kept = static_cast<size_t>(std::ceil(kHeldOut * static_cast<double>(training.size())));
    const std::vector<uint32_t> held_out(training.end() - static_cast<ptrdiff_t>(kept), training.end());
    training.resize(training.size() - kept);
    std::vector<float> best(parameters_.values.begin(), parameters_.values.end());
    double least = HUGE_VAL;
    output.epoch_losses.emplace_back();
    for (size_t epoch = 0, best_at = 0; epoch < epochs_ && epoch - best_at <= kPatience; ++epoch) {
      Rng(input_.options.seed, kShuffleStream + epoch).Shuffle(training);
      const double rate = rate_ * std::pow(kDecay, static_cast<double>(epoch / kDecayEvery));
      ForEachBatch(training, [&](std::span<const uint32_t> batch) {
        const double loss = Step(batch, rate, ++output.steps);
        const double done = static_cast<double>(epoch) +
                            static_cast<double>(batch.data() - training.data()) / static_cast<double>(training.size());
        Report(done, fmt::format("epoch {}, loss {:.4g}", epoch + 1, loss));
      });
      const double loss = Loss(held_out);
      output.epoch_losses.back().push_back(loss);
      if (!(loss < least)) continue;
      least = loss;
      best_at = epoch;
      best.assign(parameters_.values.begin(), parameters_.values.end());
    }
    std::copy(best.begin(), best.end(), parameters_.values.begin());
  }

  void Report(double epochs, const std::string& text) const {
    input_.progress.Report(epochs / (static_cast<double>(epochs_) + 2.0), text);  // explaining is worth two epochs
  }

  void ForEachBatch(std::span<const uint32_t> windows, const std::function<void(std::span<const uint32_t>)>& visit) {
    for (size_t first = 0; first < windows.size(); first += kBatch) {
      visit(windows.subspan(first, std::min(kBatch, windows.size() - first)));
    }
  }

  // Fills the chunks that a batch needs and returns how many these are; weights sum to `total`.
  size_t Fill(std::vector<std::unique_ptr<TransformerChunk>>& chunks, std::span<const uint32_t> batch, double& total) {
    const size_t used = (batch.size() + kChunkWindows - 1) / kChunkWindows;
    total = 0.0;
    for (size_t c = 0; c < used; ++c) {
      const size_t first = c * kChunkWindows;
      total += chunks[c]->Fill(series_, batch.subspan(first, std::min(kChunkWindows, batch.size() - first)));
    }
    return used;
  }

  double Step(std::span<const uint32_t> batch, double rate, size_t steps_taken) {
    core_.Forward();
    const double loss = RunChunks(batch, true);
    std::vector<const float*> gradients = {core_.gradient()};
    std::vector<CausalTransformer::Folded> folded;
    for (size_t c = 0; c * kChunkWindows < batch.size(); ++c) {
      gradients.push_back(chunks_[0][c]->gradient());
      folded.push_back(chunks_[0][c]->folded());
    }
    core_.Backward(folded);
    parameters_.UpdateAmsgrad(gradients, rate);
    CheckLoss(input_, loss, steps_taken, "try a smaller --rival-lr");
    return loss;
  }

  // Mean squared error over the batch, and its gradients.
  double RunChunks(std::span<const uint32_t> batch, bool backward) {
    double total = 0.0;
    const size_t used = Fill(chunks_[0], batch, total);
    std::vector<double> losses(used);
    const auto scale = static_cast<float>(1.0 / std::max(total, 1.0));
    input_.pool.Run(used, [&](size_t c, size_t) {
      const FlushDenormals flush;
      input_.progress.StopIfCancelled();
      losses[c] = chunks_[0][c]->Loss(scale, backward);
    });
    return std::accumulate(losses.begin(), losses.end(), 0.0);
  }

  double Loss(std::span<const uint32_t> windows) {
    double sum = 0.0;
    core_.Forward();
    ForEachBatch(windows, [&](std::span<const uint32_t> batch) {
      sum += RunChunks(batch, false) * static_cast<double>(batch.size()) / static_cast<double>(windows.size());
    });
    return sum;
  }

  // Means over all windows and heads. Lags are those of the kernels.
  void Explain(MethodOutput& output) {
    const size_t n = series_.variables(), heads = design_.heads, slots = series_.slots();
    std::vector<uint32_t> all(series_.size());
    std::iota(all.begin(), all.end(), 0u);
    core_.Forward();
    ForEachBatch(all, [&](std::span<const uint32_t> batch) {
      double total = 0.0;
      const size_t used = Fill(chunks_[1], batch, total);
      input_.pool.Run(used, [&](size_t c, size_t) {
        const FlushDenormals flush;
        input_.progress.StopIfCancelled();
        chunks_[1][c]->Explain();
      });
      const double share = static_cast<double>(batch.data() - all.data()) / static_cast<double>(all.size());
      Report(static_cast<double>(epochs_) + 2.0 * share, "explaining the forecasts");
    });
    output.scores.assign(n * n, 0.0);
    for (const auto& chunk : chunks_[1]) {
      for (size_t cell = 0; cell < n * n; ++cell) {
        output.scores[cell] += chunk->scores()[cell] / static_cast<double>(all.size() * heads);
      }
    }
    output.lag_magnitudes.assign(slots * n * n, 0.0);
    const Tensor& kernel = design_.layout[design_.kernel];
    for (size_t r = 0; r < kernel.rows; ++r) {
      const size_t cell = r % (n * n), delay = cell / n == cell % n ? 1 : 0;
      for (size_t lag = 1; lag < slots + delay; ++lag) {
        const float weight = parameters_.values[kernel.Index(r, slots - 1 - lag + delay)];
        output.lag_magnitudes[(lag - 1) * n * n + cell] += std::abs(static_cast<double>(weight));
      }
    }
  }

  const MethodInput& input_;
  const SlotWindows series_;
  const CausalTransformer design_;
  AdamBlock parameters_;
  const double rate_;
  const size_t epochs_;
  TransformerCore core_;
  std::vector<std::unique_ptr<TransformerChunk>> chunks_[2];  // for training, for explaining
};

MethodOutput FitCausalformer(const MethodInput& input, RivalSettings& settings) {
  Causalformer method(input, settings);
  MethodOutput output = method.Fit();
  AddWarnings(output, MissingWarnings(input.data));
  AddWarnings(output, ShortWarnings(input.data, method.slots()));
  return output;
}

}  // namespace

extern const Method kCausalformerMethod = {
    .name = "causalformer",
    .summary = "CausalFormer: one transformer, explained by relevance propagation (Kong et al. 2024)",
    .fit = FitRival<FitCausalformer>,
    .reach = 0,
    .cost = {.steps = 100, .n1 = 5500, .n2 = 250},
    .options = {"rival-lr", "rival-penalty", "rival-steps", "rival-width", "rival-context"}};

}  // namespace mask2cause
