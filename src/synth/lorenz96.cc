#include "synth/lorenz96.h"

#include <cmath>
#include <utility>

#include "core/rng.h"
#include "synth/systems.h"

namespace mask2cause {
namespace {

constexpr double kSampleTime = 0.05;

void RecordLorenzTruth(size_t n, Simulation& simulation) {
  simulation.graph.assign(n * n, 0.0);
  for (size_t i = 0; i < n; ++i) {
    for (size_t source : {i + n - 2, i + n - 1, i, i + 1}) simulation.graph[i * n + source % n] = 1.0;
  }
  simulation.mean_graph = simulation.lag_graph = simulation.graph;
  simulation.variance_graph.assign(n * n, 0.0);
  simulation.max_lag = 1;
}

}  // namespace

// The fastest motion scales with the amplitude, and that with F: 0.005 up to F=40, finer in proportion above.
size_t Lorenz96Substeps(double forcing) {
  const double magnitude = forcing < 0.0 ? -forcing : forcing;
  return magnitude <= 40.0 ? 10 : static_cast<size_t>(magnitude / 4.0) + 1;
}

Lorenz96::Lorenz96(std::vector<double> start, double forcing, size_t substeps)
    : forcing_(forcing), substeps_(substeps), state_(std::move(start)), probe_(state_.size()) {
  for (std::vector<double>& slope : slope_) slope.resize(state_.size());
}

void Lorenz96::Slope(const std::vector<double>& x, std::vector<double>& slope) const {
  const size_t n = x.size();
  const auto derivative = [&](size_t before2, size_t before, size_t i, size_t after) {
    return (x[after] - x[before2]) * x[before] - x[i] + forcing_;
  };
  slope[0] = derivative(n - 2, n - 1, 0, 1);
  slope[1] = derivative(n - 1, 0, 1, 2);
  for (size_t i = 2; i + 1 < n; ++i) slope[i] = derivative(i - 2, i - 1, i, i + 1);
  slope[n - 1] = derivative(n - 3, n - 2, n - 1, 0);
}

void Lorenz96::AdvanceOneSubstep() {
  const double duration = kSampleTime / static_cast<double>(substeps_);
  const auto probe_along = [&](const std::vector<double>& slope, double time) {
    for (size_t i = 0; i < state_.size(); ++i) probe_[i] = state_[i] + time * slope[i];
  };
  Slope(state_, slope_[0]);
  probe_along(slope_[0], 0.5 * duration);
  Slope(probe_, slope_[1]);
  probe_along(slope_[1], 0.5 * duration);
  Slope(probe_, slope_[2]);
  probe_along(slope_[2], duration);
  Slope(probe_, slope_[3]);
  for (size_t i = 0; i < state_.size(); ++i) {
    state_[i] += duration / 6.0 * (slope_[0][i] + 2.0 * slope_[1][i] + 2.0 * slope_[2][i] + slope_[3][i]);
  }
}

void Lorenz96::AdvanceOneSample() {
  for (size_t s = 0; s < substeps_; ++s) AdvanceOneSubstep();
}

Simulation SimulateLorenz96(const SimulateOptions& options) {
  const size_t n = options.variables, burn_in = options.burn_in.value();
  Rng start_rng(options.seed, kStartStream), noise(options.seed, kNoiseStream);
  std::vector<double> start(n);  // near the fixed point x = F; the small offsets grow into the attractor
  for (double& x : start) x = options.forcing + 0.01 * start_rng.Normal();
  Lorenz96 system(std::move(start), options.forcing, Lorenz96Substeps(options.forcing));
  SeriesRecorder recorder(n, options.steps);
  std::vector<double> observed(n);
  for (size_t t = 0; t < burn_in + options.steps; ++t) {
    system.AdvanceOneSample();
    if (t < burn_in) continue;
    for (size_t i = 0; i < n; ++i) observed[i] = system.state()[i] + options.noise * noise.Normal();
    recorder.Record(observed);
  }
  Simulation simulation;
  simulation.data = recorder.Finish("lorenz96");
  RecordLorenzTruth(n, simulation);
  return simulation;
}

}  // namespace mask2cause
