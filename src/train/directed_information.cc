#include "train/directed_information.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "train/loss.h"

namespace mask2cause {
namespace {

constexpr double kSoftlyClosed = 1e-12;
constexpr size_t kFewestValues = 30;  // of a target; with fewer a mean and its error say nothing
// Windows of one member; more are thinned evenly. With many variables the passes are many and each window tells of all
// of them.
constexpr size_t kMostWindows = 4096, kFewestWindows = 256, kMostValues = 400000;

size_t WindowLimit(size_t variables) {
  return std::clamp(kMostValues / variables, kFewestWindows, kMostWindows);
}

// Of each window and variable, (windows, N).
struct Forecasts {
  std::vector<float> mean, scale;
};
struct Growth {
  std::vector<double> all, mean, variance;  // in nats; the parts are empty without a likelihood
};

// One member with its windows, its parameters where kernels want them, and its forecasts with the graph as it is.
class Witness {
 public:
  Witness(const Model& model, const WindowSource& all, const MemberResult& member, Closing closing)
      : model_(model),
        member_(member),
        closed_(closing == Closing::kSoft ? kSoftlyClosed : 0.0),
        source_(all.Subset(Windows(all, member))),
        values_(model.layout.size()) {
    std::copy(member.values.begin(), member.values.end(), values_.begin());
    Evaluator(model_, source_)
        .Run(values_.data(), MasksOf(model, member), [this](size_t, const Batch& batch, TileState& state) {
          Append(state, batch.x.rows, open_);
          targets_.insert(targets_.end(), batch.target, batch.target + batch.x.rows);
          if (batch.observed != nullptr)
            observed_.insert(observed_.end(), batch.observed, batch.observed + batch.x.rows);
        });
    open_losses_ = Losses(open_.mean, open_.scale);
    if (model_.config.has_scale()) recalibrated_ = RecalibratedLosses(open_.mean, open_.scale);
  }

  size_t windows() const { return source_.windows(); }
  bool observed(size_t window, size_t target) const {
    return observed_.empty() || observed_[window * model_.config.variables + target] != 0.0f;
  }

  // How each target's loss grows when no other variable sees `source`.
  Growth Close(size_t source) const {
    const Forecasts closed = Forecast(MasksWithout(source));
    Growth growth;
    growth.all = Losses(closed.mean, closed.scale);
    for (size_t i = 0; i < model_.config.variables; ++i) ToNats(i, growth.all);
    if (!model_.config.has_scale()) return growth;
    growth.mean = RecalibratedLosses(closed.mean, open_.scale);
    growth.variance = RecalibratedLosses(open_.mean, closed.scale);
    for (size_t at = 0; at < growth.mean.size(); ++at) {
      growth.mean[at] -= recalibrated_[at];
      growth.variance[at] -= recalibrated_[at];
    }
    return growth;
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

  Masks MasksWithout(size_t source) const {
    Masks masks = MasksOf(model_, member_);
    const size_t n = model_.config.variables;
    for (size_t graph = 0; graph < masks.graphs; ++graph) {
      std::vector<double> adjacency = member_.adjacency[graph];
      for (size_t i = 0; i < n; ++i) {
        if (i != source) adjacency[i * n + source] = closed_;
      }
      masks.SetLocked(graph, adjacency);
    }
    return masks;
  }

  void Append(const TileState& state, size_t rows, Forecasts& forecasts) const {
    forecasts.mean.insert(forecasts.mean.end(), state.mean, state.mean + rows);
    if (model_.config.has_scale()) forecasts.scale.insert(forecasts.scale.end(), state.scale, state.scale + rows);
  }

  Forecasts Forecast(const Masks& masks) const {
    Forecasts forecasts;
    Evaluator(model_, source_).Run(values_.data(), masks, [&](size_t, const Batch& batch, TileState& state) {
      Append(state, batch.x.rows, forecasts);
    });
    return forecasts;
  }

  std::vector<double> Losses(const std::vector<float>& mean, const std::vector<float>& scale) const {
    const size_t rows = mean.size();
    std::vector<double> losses(rows);
    std::vector<float> dmean(rows), dscale(rows);  // the loss fills them
    ForecastLoss({.objective = model_.config.objective,
                  .rows = rows,
                  .mean = mean.data(),
                  .scale = scale.data(),
                  .target = targets_.data(),
                  .observed = observed_.empty() ? nullptr : observed_.data(),
                  .dof = model_.dof == 0 ? 0.0 : static_cast<double>(values_[model_.layout[model_.dof].offset]),
                  .dmean = dmean.data(),
                  .dscale = dscale.data(),
                  .losses = losses.data()});
    return losses;
  }

  // Gaussian losses when the scale of each target is first multiplied by what suits it best. A network without a cause
  // of the mean rightly becomes less sure; that alone must not pass for an effect on the variance, nor an overconfident
  // scale for one on the mean.
  std::vector<double> RecalibratedLosses(const std::vector<float>& mean, const std::vector<float>& scale) const {
    const size_t n = model_.config.variables;
    std::vector<double> squares(mean.size()), losses(mean.size());  // (error / deviation)^2; log of the deviation
    for (size_t at = 0; at < mean.size(); ++at) {
      const double deviation = Deviation(model_.config.objective, static_cast<double>(scale[at]));
      const double error = static_cast<double>(targets_[at]) - static_cast<double>(mean[at]);
      squares[at] = error * error / (deviation * deviation);
      losses[at] = std::log(deviation);
    }
    for (size_t target = 0; target < n; ++target) {
      const double best = MeanOf(squares, target);
      for (size_t at = target; at < losses.size(); at += n) losses[at] += 0.5 * (std::log(best) + squares[at] / best);
    }
    return losses;
  }

  // Losses of `target` with the edge closed become their growth. Squared errors stand for Gaussians that have them as
  // variances: the mean over windows is log(closed / open) / 2, and each window counts by how far it pulls that.
  void ToNats(size_t target, std::vector<double>& closed) const {
    const size_t n = model_.config.variables;
    const bool squares = model_.config.objective == Objective::kMse;
    const double closed_mean = squares ? MeanOf(closed, target) : 1.0,
                 open_mean = squares ? MeanOf(open_losses_, target) : 1.0;
    const double ratio = squares ? 0.5 * std::log(closed_mean / open_mean) : 0.0, weight = squares ? 0.5 : 1.0;
    for (size_t at = target; at < closed.size(); at += n) {
      closed[at] = ratio + weight * (closed[at] / closed_mean - open_losses_[at] / open_mean);
    }
  }

  double MeanOf(const std::vector<double>& losses, size_t target) const {
    constexpr double kLeast = 1e-12;
    double sum = 0.0, count = 0.0;
    for (size_t w = 0; w < windows(); ++w) {
      if (!observed(w, target)) continue;
      sum += losses[w * model_.config.variables + target];
      count += 1.0;
    }
    return std::max(kLeast, sum / std::max(1.0, count));
  }

  const Model& model_;
  const MemberResult& member_;
  double closed_;  // what A becomes
  WindowSource source_;
  AlignedFloats values_;
  std::vector<float> targets_, observed_;  // (windows, N); observed_ is empty where all are
  Forecasts open_;
  std::vector<double> open_losses_, recalibrated_;  // (windows, N)
};

std::vector<Witness> CallWitnesses(const Model& model, const WindowSource& source,
                                   const std::vector<MemberResult>& members, Closing closing) {
  std::vector<const MemberResult*> in_time;
  for (const MemberResult& member : members) in_time.push_back(&member);
  // Blocks that follow each other in time make one series.
  std::stable_sort(in_time.begin(), in_time.end(), [](const MemberResult* a, const MemberResult* b) {
    return (a->held_out.empty() ? 0 : a->held_out.front()) < (b->held_out.empty() ? 0 : b->held_out.front());
  });
  std::vector<Witness> witnesses;
  for (const MemberResult* member : in_time) witnesses.emplace_back(model, source, *member, closing);
  return witnesses;
}

void Put(PairInformation& pairs, size_t cell, const std::vector<double>& series) {
  const MeanAndError summary = NeweyWest(series);
  pairs.nats[cell] = summary.mean;
  pairs.error[cell] = summary.error;
}

// The growths of one source, as a series in time for each target.
class SourceSeries {
 public:
  SourceSeries(size_t variables, size_t source, bool parts) : n_(variables), source_(source), parts_(parts) {
    all_.resize(n_);
    mean_.resize(n_);
    variance_.resize(n_);
    difference_.resize(n_);
  }

  void Add(const Witness& witness, const Growth& growth) {
    for (size_t w = 0; w < witness.windows(); ++w) {
      for (size_t i = 0; i < n_; ++i) {
        if (i == source_ || !witness.observed(w, i)) continue;
        const size_t at = w * n_ + i;
        all_[i].push_back(growth.all[at]);
        if (!parts_) continue;
        mean_[i].push_back(growth.mean[at]);
        variance_[i].push_back(growth.variance[at]);
        difference_[i].push_back(growth.mean[at] - growth.variance[at]);
      }
    }
  }

  void Finish(DirectedInformation& result) const {
    for (size_t i = 0; i < n_; ++i) {
      if (i == source_) continue;
      const size_t cell = i * n_ + source_;
      if (all_[i].size() < kFewestValues) {
        result.all.nats[cell] = result.all.error[cell] = std::nan("");
        continue;
      }
      Put(result.all, cell, all_[i]);
      if (!parts_) continue;
      Put(result.mean, cell, mean_[i]);
      Put(result.variance, cell, variance_[i]);
      Put(result.mean_less_variance, cell, difference_[i]);
    }
  }

 private:
  size_t n_, source_;
  bool parts_;
  std::vector<std::vector<double>> all_, mean_, variance_, difference_;  // of each target
};

// The usual one, or Andrews' (1991) for an autoregression of order one where that is larger: persistent series need
// more.
size_t Bandwidth(const std::vector<double>& series, double mean) {
  const double count = static_cast<double>(series.size());
  double squares = 0.0, products = 0.0;
  for (size_t t = 0; t < series.size(); ++t) {
    squares += (series[t] - mean) * (series[t] - mean);
    if (t > 0) products += (series[t] - mean) * (series[t - 1] - mean);
  }
  constexpr double kMostPersistent = 0.97;
  const double rho = squares > 0.0 ? std::clamp(products / squares, 0.0, kMostPersistent) : 0.0;
  const double alpha = 4.0 * rho * rho / std::pow(1.0 - rho * rho, 2.0);
  const double wanted = std::max(4.0 * std::pow(count / 100.0, 2.0 / 9.0), 1.1447 * std::cbrt(alpha * count));
  return std::min<size_t>(series.size() - 1, static_cast<size_t>(wanted));
}

}  // namespace

MeanAndError NeweyWest(const std::vector<double>& series) {
  const size_t count = series.size();
  double mean = 0.0;
  for (const double value : series) mean += value / static_cast<double>(count);
  const size_t bandwidth = Bandwidth(series, mean);
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
                                               const std::vector<MemberResult>& members, Closing closing,
                                               ThreadPool& pool, const EnsembleReport& report) {
  const size_t n = model.config.variables;
  const bool parts = closing == Closing::kHard && model.config.has_scale();
  const std::vector<Witness> witnesses = CallWitnesses(model, source, members, closing);
  DirectedInformation result;
  for (PairInformation* pairs : {&result.all, &result.mean, &result.variance, &result.mean_less_variance}) {
    if (pairs != &result.all && !parts) continue;
    pairs->nats.assign(n * n, 0.0);
    pairs->error.assign(n * n, 0.0);
  }
  for (const Witness& witness : witnesses) result.windows += witness.windows();
  std::atomic<size_t> done{0};
  pool.Run(n, [&](size_t closed, size_t) {
    SourceSeries series(n, closed, parts);
    for (const Witness& witness : witnesses) series.Add(witness, witness.Close(closed));
    series.Finish(result);
    report(static_cast<double>(++done) / static_cast<double>(n), "directed information");
  });
  return result;
}

}  // namespace mask2cause
