#include "rivals/proximal.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "kernels/denormals.h"
#include "mask2cause/error.h"
#include "rivals/finite_loss.h"
#include "rivals/series.h"

namespace mask2cause {
namespace {

// The network of one target, over all windows: a tape for each part of them.
struct TargetNetwork {
  size_t target;
  AlignedFloats values;
  std::vector<uint32_t> live_rows;  // of the grouped tensor; the others are zero
  std::vector<std::unique_ptr<Tape>> tapes;
};

// Which of how many trainings, for progress.
struct Stage {
  double number = 0.0, count = 1.0;
};

// Steps between two looks at whether the user cancels, and at inputs whose weights are zero.
constexpr size_t kSlice = 10;

double SumOfSquares(const float* x, size_t size) {
  std::array<float, kLane> sums{};
  for (size_t i = 0; i < size; i += kLane) {
    for (size_t lane = 0; lane < kLane; ++lane) sums[lane] += x[i + lane] * x[i + lane];
  }
  double total = 0.0;
  for (const float sum : sums) total += static_cast<double>(sum);
  return total;
}

std::vector<double> RowSquares(ConstMatrix block) {
  std::vector<double> squares(block.rows);
  for (size_t r = 0; r < block.rows; ++r) squares[r] = SumOfSquares(block.row(r), block.stride);
  return squares;
}

// What is done to one network between two checks.
class Descent {
 public:
  Descent(const ProximalOptions& options, const ParameterLayout& layout, const std::vector<char>& forbidden)
      : options_(options), layout_(layout), forbidden_(forbidden) {}

  void Steps(TargetNetwork& network, size_t count) const {
    const FlushDenormals flush;
    for (size_t step = 0; step < count; ++step) {
      if (step == 0) {
        WakeAll(network);
      } else {
        LeaveZeros(network);
      }
      for (const auto& tape : network.tapes) {
        tape->Forward();
        tape->Backward();
      }
      GradientStep(network);
      Shrink(network);
    }
  }

  double Objective(TargetNetwork& network) const {
    LeaveZeros(network);
    double loss = 0.0;
    for (const auto& tape : network.tapes) loss += tape->Forward();
    for (const size_t tensor : options_.ridged) {
      loss += options_.ridge * SumOfSquares(network.values.data() + layout_[tensor].offset, layout_[tensor].size());
    }
    for (size_t source = 0; source < Sources(); ++source) {
      loss += options_.penalty * GroupNorms(options_.groups, Block(network, source));
    }
    return loss;
  }

  // Weights of sources that may not be causes.
  void ShutForbidden(TargetNetwork& network) const {
    for (size_t source = 0; source < Sources(); ++source) {
      const Matrix block = Block(network, source);
      if (IsForbidden(network, source)) std::fill_n(block.data, block.rows * block.stride, 0.0f);
    }
  }

 private:
  size_t Sources() const { return layout_[options_.grouped].rows / options_.lags; }
  bool IsForbidden(const TargetNetwork& network, size_t source) const {
    return forbidden_[network.target * Sources() + source] != 0;
  }

  void GradientStep(TargetNetwork& network) const {
    const auto rate = static_cast<float>(options_.rate);
    float* const values = network.values.data();
    for (const size_t tensor : options_.ridged) {
      const float keep = 1.0f - 2.0f * static_cast<float>(options_.rate * options_.ridge);
      float* const weights = values + layout_[tensor].offset;
      for (size_t i = 0; i < layout_[tensor].size(); ++i) weights[i] *= keep;
    }
    for (const auto& tape : network.tapes) {
      const float* const gradient = tape->gradient();
      for (size_t i = 0; i < layout_.size(); ++i) values[i] -= rate * gradient[i];
    }
  }

  void WakeAll(TargetNetwork& network) const {
    network.live_rows.resize(layout_[options_.grouped].rows);
    std::iota(network.live_rows.begin(), network.live_rows.end(), 0u);
  }

  void LeaveZeros(TargetNetwork& network) const {
    const Tensor& t = layout_[options_.grouped];
    std::erase_if(network.live_rows, [&](uint32_t row) {
      const float* const weights = network.values.data() + t.offset + row * PaddedColumns(t.cols);
      return std::all_of(weights, weights + t.cols, [](float weight) { return weight == 0.0f; });
    });
  }

  void Shrink(TargetNetwork& network) const {
    for (size_t source = 0; source < Sources(); ++source) {
      if (!IsForbidden(network, source)) {
        ShrinkGroups(options_.groups, options_.rate * options_.penalty, Block(network, source));
      }
    }
    ShutForbidden(network);
  }

  Matrix Block(TargetNetwork& network, size_t source) const {
    const Tensor& t = layout_[options_.grouped];
    const size_t stride = PaddedColumns(t.cols);
    return {network.values.data() + t.offset + source * options_.lags * stride, options_.lags, t.cols, stride};
  }

  const ProximalOptions& options_;
  const ParameterLayout& layout_;
  const std::vector<char>& forbidden_;  // (n, n) [target][source]
};

// A target that nothing else may cause needs no network.
std::vector<size_t> OpenTargets(const std::vector<char>& forbidden, size_t n) {
  std::vector<size_t> open;
  for (size_t target = 0; target < n; ++target) {
    bool possible = n == 1;
    for (size_t source = 0; source < n; ++source) {
      possible = possible || (source != target && forbidden[target * n + source] == 0);
    }
    if (possible) open.push_back(target);
  }
  return open;
}

// Each with random streams of its own.
std::vector<TargetNetwork> MakeNetworks(const MethodInput& input, const ProximalOptions& options,
                                        const std::vector<char>& forbidden, const ParameterLayout& layout,
                                        size_t windows, const LayOutPart& lay_out) {
  const Descent descent(options, layout, forbidden);
  const std::vector<size_t> targets = OpenTargets(forbidden, input.variables.size());
  std::vector<TargetNetwork> networks(targets.size());
  input.pool.Run(networks.size(), [&](size_t at, size_t) {
    TargetNetwork& network = networks[at];
    network.target = targets[at];
    network.values = AlignedFloats(layout.size());
    FillParameters(layout, input.options.seed, network.target * layout.tensors().size(), 0.0, network.values.data());
    descent.ShutForbidden(network);
    const auto memory = std::make_shared<TapeMemory>();
    for (size_t first = 0; first < windows; first += options.part) {
      network.tapes.push_back(std::make_unique<Tape>(layout, network.values.data(), false, memory));
      network.tapes.back()->Parameter(options.grouped)->live_rows = &network.live_rows;
      lay_out(*network.tapes.back(), network.target, first, std::min(options.part, windows - first));
    }
  });
  return networks;
}

// Returns the steps taken.
size_t TrainProximal(const MethodInput& input, const ProximalOptions& options, const std::vector<char>& forbidden,
                     const ParameterLayout& layout, std::vector<TargetNetwork>& networks, std::vector<double>& losses,
                     const Stage& stage) {
  const size_t nets = networks.size();
  const Descent descent(options, layout, forbidden);
  std::vector<AlignedFloats> best(nets);
  for (AlignedFloats& values : best) values = AlignedFloats(layout.size());
  double least = std::numeric_limits<double>::infinity();
  size_t taken = 0, best_at = 0;
  std::vector<double> objectives(nets);
  double mean = std::numeric_limits<double>::quiet_NaN();
  while (taken < options.most_steps && taken - best_at < options.patience * options.check_every) {
    const size_t to_check = options.check_every - taken % options.check_every;
    const size_t count = std::min({kSlice, to_check, options.most_steps - taken});
    const bool check = count == to_check || taken + count == options.most_steps;
    input.pool.Run(nets, [&](size_t at, size_t) {
      input.progress.StopIfCancelled();
      descent.Steps(networks[at], count);
      if (check) objectives[at] = descent.Objective(networks[at]);
    });
    taken += count;
    if (check) {
      mean = std::accumulate(objectives.begin(), objectives.end(), 0.0) / static_cast<double>(nets);
      CheckLoss(input, mean, taken, "try a smaller --rival-lr");
      losses.push_back(mean);
    }
    if (mean < least) {
      least = mean;
      best_at = taken;
      for (size_t i = 0; i < nets; ++i) {
        std::copy(networks[i].values.begin(), networks[i].values.end(), best[i].begin());
      }
    }
    const double done = static_cast<double>(taken) / static_cast<double>(options.most_steps);
    const std::string loss = std::isnan(mean) ? "" : fmt::format(", loss {:.4g}", mean);
    input.progress.Report((stage.number + done) / stage.count,
                          fmt::format("penalty {:.3g}, step {}{}", options.penalty, taken, loss));
  }
  for (size_t i = 0; i < nets; ++i) {
    std::copy(best[i].begin(), best[i].end(), networks[i].values.begin());
  }
  return taken;
}

// Norms of the grouped tensor: scores (n, n) [target][source] and, where there are lags, (lags, n, n) [lag-1].
void ReadGroupNorms(const ProximalOptions& options, const ParameterLayout& layout,
                    const std::vector<TargetNetwork>& networks, size_t n, MethodOutput& output) {
  const size_t lags = options.lags;
  const Tensor& t = layout[options.grouped];
  const size_t stride = PaddedColumns(t.cols);
  output.scores.assign(n * n, 0.0);
  if (lags > 1) output.lag_magnitudes.assign(lags * n * n, 0.0);
  for (const TargetNetwork& network : networks) {
    for (size_t source = 0; source < n; ++source) {
      const size_t cell = network.target * n + source;
      const float* const first = network.values.data() + t.offset + source * lags * stride;
      const std::vector<double> squares = RowSquares({first, lags, t.cols, stride});
      double square = 0.0;
      for (size_t r = 0; r < lags; ++r) {
        square += squares[r];
        if (lags > 1) output.lag_magnitudes[(lags - 1 - r) * n * n + cell] = std::sqrt(squares[r]);
      }
      output.scores[cell] = std::sqrt(square);
    }
  }
}

MethodOutput FitAtRate(const MethodInput& input, ProximalOptions options, bool path, const ParameterLayout& layout,
                       size_t windows, const LayOutPart& lay_out) {
  constexpr double kGrowth = 1.3;  // of the penalty from stage to stage
  const size_t n = input.variables.size(), stages = path ? kMostStages : 1;
  std::vector<char> forbidden = ForbiddenEdges(input);
  forbidden.resize(n * n, 0);
  std::vector<TargetNetwork> networks = MakeNetworks(input, options, forbidden, layout, windows, lay_out);
  MethodOutput output;
  options.most_steps = std::max<size_t>(1, options.most_steps / stages);
  output.epoch_losses.emplace_back();
  output.scores.assign(n * n, 0.0);
  std::vector<double> survival(n * n, 0.0);
  for (size_t stage = 0; stage < stages && !networks.empty(); ++stage, options.penalty *= kGrowth) {
    output.steps += TrainProximal(input, options, forbidden, layout, networks, output.epoch_losses.back(),
                                  {static_cast<double>(stage), static_cast<double>(stages)});
    MethodOutput norms;
    ReadGroupNorms(options, layout, networks, n, norms);
    if (stage == 0) std::swap(output.lag_magnitudes, norms.lag_magnitudes);
    if (!path) output.scores = norms.scores;
    bool alive = false;
    for (size_t cell = 0; cell < n * n && path; ++cell) {
      if (norms.scores[cell] == 0.0) continue;
      alive = alive || cell / n != cell % n;
      const double rank = norms.scores[cell] / (1.0 + norms.scores[cell]);
      survival[cell] = options.penalty * (1.0 + (kGrowth - 1.0) * rank);
    }
    if (!alive) break;
  }
  if (path) output.scores = survival;
  output.parameters = networks.size() * layout.count();
  AddWarnings(output, MissingWarnings(input.data));
  return output;
}

}  // namespace

void ShrinkGroups(GroupPenalty penalty, double step, Matrix block) {
  const std::vector<double> squares = RowSquares(block);
  std::vector<double> factors(block.rows, 1.0);
  for (size_t last = penalty == GroupPenalty::kGroup ? block.rows - 1 : 0; last < block.rows; ++last) {
    double square = 0.0;
    for (size_t r = 0; r <= last; ++r) square += factors[r] * factors[r] * squares[r];
    const double norm = std::sqrt(square);
    const double factor = norm > step ? (norm - step) / norm : 0.0;
    for (size_t r = 0; r <= last; ++r) factors[r] *= factor;
  }
  for (size_t r = 0; r < block.rows; ++r) {
    const auto factor = static_cast<float>(factors[r]);
    for (size_t c = 0; c < block.cols; ++c) block.row(r)[c] *= factor;
  }
}

double GroupNorms(GroupPenalty penalty, ConstMatrix block) {
  double square = 0.0, norms = 0.0;
  for (const double row : RowSquares(block)) {
    square += row;
    norms += std::sqrt(square);
  }
  return penalty == GroupPenalty::kHierarchical ? norms : std::sqrt(square);
}

// A rate that the user chose is the user's.
MethodOutput FitProximal(const MethodInput& input, ProximalOptions options, RivalSettings& settings,
                         const ParameterLayout& layout, size_t windows, const LayOutPart& lay_out) {
  constexpr size_t kMostHalvings = 8;
  for (size_t halvings = 0;; ++halvings, options.rate /= 2.0) {
    try {
      MethodOutput output = FitAtRate(input, options, settings.FollowsPath(), layout, windows, lay_out);
      if (halvings > 0) {
        settings.Change("rival-lr", fmt::format("{:.3g}", options.rate),
                        "with twice as much the loss leaves the finite numbers");
      }
      return output;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kNumerical || !settings.LeavesRate() || halvings == kMostHalvings) throw;
    }
  }
}

}  // namespace mask2cause
