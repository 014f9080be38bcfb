#include "synth/linear_system.h"

#include <cmath>
#include <string>

#include "core/rng.h"
#include "synth/systems.h"

namespace mask2cause {
namespace {

void Step(const LinearSystem& system, const History& history, std::vector<double>& next) {
  for (size_t i = 0; i < system.variables(); ++i) next[i] = Predict(system.terms[i], history);
}

// Scales the history to norm 1 and returns the norm it had.
double Normalize(History& history) {
  double squares = 0.0;
  for (const std::vector<double>& row : history.rows()) {
    for (double x : row) squares += x * x;
  }
  const double norm = std::sqrt(squares);
  if (norm == 0.0) return 0.0;
  for (std::vector<double>& row : history.rows()) {
    for (double& x : row) x /= norm;
  }
  return norm;
}

}  // namespace

double Predict(const std::vector<LinearTerm>& terms, const History& history) {
  double sum = 0.0;
  for (const LinearTerm& term : terms) sum += term.weight * history.Row(term.lag)[term.source];
  return sum;
}

double LogGrowth(const LinearSystem& system) {
  constexpr int kSettle = 100, kMeasured = 400;
  constexpr double kDead = -1000.0;  // everything vanished: as stable as can be
  History history(system.variables(), system.lags);
  Rng rng(0, kStartStream);
  for (std::vector<double>& row : history.rows()) {
    for (double& x : row) x = rng.Normal();
  }
  std::vector<double> next(system.variables());
  double log_growth = 0.0;
  for (int step = 0; step < kSettle + kMeasured; ++step) {
    Step(system, history, next);
    history.Push(next);
    const double norm = Normalize(history);
    if (norm == 0.0) return kDead;
    if (step >= kSettle) log_growth += PortableLog(norm);
  }
  return log_growth / kMeasured;
}

double LargestStableScale(const std::function<bool(double)>& is_stable) {
  if (is_stable(1.0)) return 1.0;
  double stable = 0.0, unstable = 1.0;
  for (int i = 0; i < 12; ++i) {
    const double middle = 0.5 * (stable + unstable);
    (is_stable(middle) ? stable : unstable) = middle;
  }
  return stable;
}

Simulation RunLinearSystem(const LinearSystem& system, const SimulateOptions& options, const std::string& source) {
  const size_t burn_in = options.burn_in.value();
  SeriesRecorder recorder(system.variables(), options.steps);
  History history(system.variables(), system.lags);
  Rng noise(options.seed, kNoiseStream);
  std::vector<double> next(system.variables());
  for (size_t t = 0; t < burn_in + options.steps; ++t) {
    Step(system, history, next);
    for (double& x : next) x += options.noise * noise.Normal();
    history.Push(next);
    if (t >= burn_in) recorder.Record(next);
  }
  Simulation simulation;
  simulation.data = recorder.Finish(source);
  RecordTruth(system, simulation);
  return simulation;
}

void RecordTruth(const LinearSystem& system, Simulation& simulation) {
  const size_t n = system.variables();
  simulation.graph.assign(n * n, 0.0);
  simulation.variance_graph.assign(n * n, 0.0);
  simulation.max_lag = system.lags;
  simulation.lag_graph.assign(system.lags * n * n, 0.0);
  for (size_t target = 0; target < n; ++target) {
    for (const LinearTerm& term : system.terms[target]) {
      if (term.weight == 0.0) continue;
      simulation.graph[target * n + term.source] = 1.0;
      simulation.lag_graph[((term.lag - 1) * n + target) * n + term.source] = 1.0;
    }
  }
  simulation.mean_graph = simulation.graph;
}

}  // namespace mask2cause
