#include "train/directed_information.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace mask2cause {
namespace {

// As far as training can close a gate, and no further: a network that never saw the edge shut would be lost without it,
// whatever passes there.
constexpr double kClosed = 1e-12;
// Windows of one member; more are thinned evenly. With many variables the passes are many and each window tells of all of
// them.
constexpr size_t kMostWindows = 4096, kFewestWindows = 256, kMostValues = 400000;

size_t WindowLimit(size_t variables) { return std::clamp(kMostValues / variables, kFewestWindows, kMostWindows); }

// One member with its windows, its parameters where kernels want them, and its losses with the graph as it is.
class Witness {
 public:
  Witness(const Model& model, const WindowSource& all, const MemberResult& member)
      : model_(model), member_(member), source_(all.Subset(Windows(all, member))), values_(model.layout.size()) {
    std::copy(member.values.begin(), member.values.end(), values_.begin());
    Masks masks = OpenMasks();
    Evaluator(model_, source_).Losses(values_.data(), masks, open_);
  }

  size_t windows() const { return source_.windows(); }

  // (windows, N): growth of each target's loss when no other variable sees `closed`, in nats.
  std::vector<double> Growth(size_t closed) const {
    Masks masks = OpenMasks();
    const size_t n = model_.config.variables;
    for (size_t graph = 0; graph < masks.graphs; ++graph) {
      std::vector<double> adjacency = member_.adjacency[graph];
      for (size_t i = 0; i < n; ++i) {
        if (i != closed) adjacency[i * n + closed] = kClosed;
      }
      masks.SetLocked(graph, adjacency);
    }
    std::vector<double> losses;
    Evaluator(model_, source_).Losses(values_.data(), masks, losses);
    for (size_t i = 0; i < n; ++i) ToNats(i, losses);
    return losses;
  }

 private:
  static std::vector<uint32_t> Windows(const WindowSource& all, const MemberResult& member) {
    std::vector<uint32_t> windows = member.held_out;
    if (windows.empty()) {
      windows.resize(all.windows());
      std::iota(windows.begin(), windows.end(), 0);
    }
    const size_t limit = WindowLimit(all.variables());
    if (windows.size() <= limit) return windows;
    std::vector<uint32_t> thinned(limit);
    for (size_t k = 0; k < limit; ++k) thinned[k] = windows[k * windows.size() / limit];
    return thinned;
  }

  Masks OpenMasks() const {
    Masks masks(model_.config.variables, model_.config.graphs(), model_.config.masks_per_graph());
    for (size_t graph = 0; graph < masks.graphs; ++graph) masks.SetLocked(graph, member_.adjacency[graph]);
    return masks;
  }

  // Losses of `target` with the edge closed become their growth. Squared errors stand for Gaussians that have them as
  // variances: the mean over windows is log(closed / open) / 2, and each window counts by how far it pulls that.
  void ToNats(size_t target, std::vector<double>& closed) const {
    const size_t n = model_.config.variables;
    const bool squares = model_.config.objective == Objective::kMse;
    const double closed_mean = squares ? MeanOf(closed, target) : 1.0,
                 open_mean = squares ? MeanOf(open_, target) : 1.0;
    const double ratio = squares ? 0.5 * std::log(closed_mean / open_mean) : 0.0, weight = squares ? 0.5 : 1.0;
    for (size_t at = target; at < closed.size(); at += n) {
      closed[at] = ratio + weight * (closed[at] / closed_mean - open_[at] / open_mean);
    }
  }

  double MeanOf(const std::vector<double>& losses, size_t target) const {
    constexpr double kLeast = 1e-12;
    double sum = 0.0;
    for (size_t at = target; at < losses.size(); at += model_.config.variables) sum += losses[at];
    return std::max(kLeast, sum / static_cast<double>(windows()));
  }

  const Model& model_;
  const MemberResult& member_;
  WindowSource source_;
  AlignedFloats values_;
  std::vector<double> open_;  // (windows, N)
};

}  // namespace

MeanAndError NeweyWest(const std::vector<double>& series) {
  const size_t count = series.size();
  double mean = 0.0;
  for (const double value : series) mean += value / static_cast<double>(count);
  const size_t bandwidth =
      std::min<size_t>(count - 1, static_cast<size_t>(4.0 * std::pow(static_cast<double>(count) / 100.0, 2.0 / 9.0)));
  double variance = 0.0;
  for (size_t lag = 0; lag <= bandwidth; ++lag) {
    double covariance = 0.0;
    for (size_t t = lag; t < count; ++t) covariance += (series[t] - mean) * (series[t - lag] - mean);
    const double weight = lag == 0 ? 1.0 : 2.0 * (1.0 - static_cast<double>(lag) / static_cast<double>(bandwidth + 1));
    variance += weight * covariance / static_cast<double>(count);
  }
  return {mean, std::sqrt(std::max(0.0, variance) / static_cast<double>(count))};
}

DirectedInformation MeasureDirectedInformation(const Model& model, const WindowSource& source,
                                               const std::vector<MemberResult>& members, ThreadPool& pool,
                                               const EnsembleReport& report) {
  const size_t n = model.config.variables;
  std::vector<Witness> witnesses;
  for (const MemberResult& member : members) witnesses.emplace_back(model, source, member);
  DirectedInformation result;
  result.nats.assign(n * n, 0.0);
  result.standard_error.assign(n * n, 0.0);
  for (const Witness& witness : witnesses) result.windows += witness.windows();
  std::atomic<size_t> done{0};
  pool.Run(n, [&](size_t closed, size_t) {
    std::vector<std::vector<double>> series(n);
    for (const Witness& witness : witnesses) {
      const std::vector<double> growth = witness.Growth(closed);
      for (size_t w = 0; w < witness.windows(); ++w) {
        for (size_t i = 0; i < n; ++i) series[i].push_back(growth[w * n + i]);
      }
    }
    for (size_t i = 0; i < n; ++i) {
      if (i == closed) continue;
      const MeanAndError summary = NeweyWest(series[i]);
      result.nats[i * n + closed] = summary.mean;
      result.standard_error[i * n + closed] = summary.error;
    }
    report(static_cast<double>(++done) / static_cast<double>(n), "directed information");
  });
  return result;
}

}  // namespace mask2cause
