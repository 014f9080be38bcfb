#include <cmath>
#include <vector>

#include "core/rng.h"
#include "synth/mixed_system.h"
#include "synth/systems.h"

namespace mask2cause {
namespace {

constexpr double kSelfWeight = 0.4;
constexpr double kBaselineVariance = 0.1;
constexpr double kRadius = 0.84;  // one percent below what is promised: LogGrowth is that accurate

MixedSystem Scale(const MixedSystem& system, double factor) {
  MixedSystem scaled = system;
  for (size_t target = 0; target < scaled.mean.variables(); ++target) {
    for (LinearTerm& term : scaled.mean.terms[target]) {
      if (term.source != target) term.weight *= factor;
    }
    for (LinearTerm& term : scaled.variance.terms[target]) term.weight *= factor * factor;
  }
  return scaled;
}

// All terms stand at the same lag, which stretches time but not what grows; at lag 1 the growth is the spectral radius.
LinearSystem AtLagOne(const LinearSystem& system) {
  LinearSystem result = system;
  result.lags = 1;
  for (auto& terms : result.terms) {
    for (LinearTerm& term : terms) term.lag = 1;
  }
  return result;
}

bool HasFiniteMoments(const MixedSystem& system) {
  const double limit = PortableLog(kRadius);
  const LinearSystem mean = AtLagOne(system.mean);
  LinearSystem second_moment = mean;  // M.*M + V
  for (size_t target = 0; target < mean.variables(); ++target) {
    for (LinearTerm& term : second_moment.terms[target]) term.weight *= term.weight;
    for (const LinearTerm& term : system.variance.terms[target]) {
      second_moment.terms[target].push_back({term.source, 1, term.weight});
    }
  }
  return LogGrowth(second_moment) <= limit && 2.0 * LogGrowth(mean) <= limit;
}

Dataset Run(const MixedSystem& system, const SimulateOptions& options) {
  const size_t n = options.variables, lag = options.lags, burn_in = options.burn_in.value();
  SeriesRecorder recorder(n, options.steps);
  History history(n, lag);
  Rng noise(options.seed, kNoiseStream);
  std::vector<double> next(n);
  for (size_t t = 0; t < burn_in + options.steps; ++t) {
    const std::vector<double>& past = history.Row(lag);
    for (size_t i = 0; i < n; ++i) {
      double variance = system.baseline_variance;
      for (const LinearTerm& term : system.variance.terms[i]) {
        variance += term.weight * past[term.source] * past[term.source];
      }
      next[i] = Predict(system.mean.terms[i], history) + std::sqrt(variance) * noise.Normal();
    }
    history.Push(next);
    if (t >= burn_in) recorder.Record(next);
  }
  return recorder.Finish("mixed");
}

}  // namespace

MixedSystem MakeMixedSystem(const SimulateOptions& options) {
  const size_t n = options.variables, lag = options.lags;
  MixedSystem system{LinearSystem(n, lag), LinearSystem(n, lag), kBaselineVariance};
  for (size_t i = 0; i < n; ++i) system.mean.terms[i].push_back({i, lag, kSelfWeight});
  const std::vector<uint32_t> pairs = DrawPairs(n, options.density, options.seed);
  const size_t on_variance = static_cast<size_t>(options.variance_ratio * static_cast<double>(pairs.size()) + 0.5);
  Rng rng(options.seed, kWeightStream);
  for (size_t e = 0; e < pairs.size(); ++e) {
    const size_t target = pairs[e] / n, source = pairs[e] % n;
    if (e < on_variance) {
      system.variance.terms[target].push_back({source, lag, rng.Uniform(0.6, 1.0)});
    } else {
      const double sign = rng.Uniform() < 0.5 ? -1.0 : 1.0;
      system.mean.terms[target].push_back({source, lag, sign * rng.Uniform(0.4, 0.6)});
    }
  }
  return Scale(system, LargestStableScale([&](double factor) { return HasFiniteMoments(Scale(system, factor)); }));
}

Simulation SimulateMixed(const SimulateOptions& options) {
  const MixedSystem system = MakeMixedSystem(options);
  Simulation variance_truth, simulation;
  RecordTruth(system.variance, variance_truth);
  RecordTruth(system.mean, simulation);
  simulation.variance_graph = variance_truth.graph;
  for (size_t i = 0; i < simulation.graph.size(); ++i) simulation.graph[i] += variance_truth.graph[i];
  for (size_t i = 0; i < simulation.lag_graph.size(); ++i) simulation.lag_graph[i] += variance_truth.lag_graph[i];
  simulation.data = Run(system, options);
  return simulation;
}

}  // namespace mask2cause
