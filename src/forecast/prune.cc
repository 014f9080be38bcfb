#include "mask2cause/prune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.h"
#include "core/progress_meter.h"
#include "forecast/forecaster.h"
#include "forecast/split.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

void Require(bool makes_sense, const std::string& message, const std::string& hint) {
  if (!makes_sense) throw Error(ErrorKind::kUsage, message, hint);
}

void RequireOneOf(const char* option, const std::string& value, const std::vector<std::string>& choices) {
  Require(std::find(choices.begin(), choices.end(), value) != choices.end(),
          fmt::format("{} '{}' is none of {}", option, value, fmt::join(choices, ", ")), "choose one of these");
}

void CheckOptions(const PruneOptions& o) {
  constexpr size_t kMostLags = 10000, kHighestOrder = 3;
  RequireOneOf("--model", o.model, {"linear", "mlp", "nbeats", "arimax"});
  RequireOneOf("--nbeats", o.nbeats, {"short", "deep", "generic"});
  Require(o.lags >= 1 && o.lags <= kMostLags, fmt::format("--lags {} is out of range", o.lags), "1 .. 10000");
  Require(o.train_share > 0.0 && o.train_share < 1.0, fmt::format("--train {} is out of range", o.train_share),
          "a share between 0 and 1, both excluded");
  Require(o.epochs >= 1, "--epochs 0 trains nothing", "1 or more");
  Require(o.lr > 0.0 && std::isfinite(o.lr), fmt::format("--lr {} is out of range", o.lr), "a number above 0");
  Require(o.ar <= kHighestOrder && o.ma <= kHighestOrder, fmt::format("--order {},{} is out of range", o.ar, o.ma),
          "each of the two is 0 .. 3");
}

// The mean squared error over observed targets from row `first` on.
double TestError(const ForecastRows& rows, const Eigen::VectorXd& predicted, size_t first) {
  double sum = 0.0, count = 0.0;
  for (Eigen::Index r = static_cast<Eigen::Index>(first); r < rows.target.size(); ++r) {
    if (std::isnan(rows.target[r])) continue;
    sum += (rows.target[r] - predicted[r]) * (rows.target[r] - predicted[r]);
    count += 1.0;
  }
  return sum / count;  // NaN when nothing is observed
}

Reduction Reduced(double full_parameters, double pruned_parameters, double full_mse, double pruned_mse) {
  return {100.0 * (full_parameters - pruned_parameters) / full_parameters, 100.0 * (full_mse - pruned_mse) / full_mse};
}

class Pruner {
 public:
  Pruner(const Dataset& data, const PruneOptions& options)
      : data_(data), options_(options), split_(data, options.lags, options.train_share) {}

  // One report for each graph. The full forecasters are the same in all.
  std::vector<PruneReport> Run(const std::vector<std::vector<double>>& graphs, const Progress& progress) const;

 private:
  std::vector<size_t> Parents(size_t target, const std::vector<double>& graph) const;
  PruneReport Begin(const std::vector<double>& graph) const;
  ForecasterScore Score(size_t target, const std::vector<size_t>& sources) const;
  void Sum(PruneReport& report) const;

  const Dataset& data_;
  const PruneOptions& options_;
  const TimeSplit split_;
};

// The causes of the target, which stand in its row, and itself.
std::vector<size_t> Pruner::Parents(size_t target, const std::vector<double>& graph) const {
  std::vector<size_t> parents;
  for (const size_t source : split_.usable()) {
    if (source == target || graph[target * data_.variables() + source] != 0.0) parents.push_back(source);
  }
  return parents;
}

ForecasterScore Pruner::Score(size_t target, const std::vector<size_t>& sources) const {
  const Windows& windows = split_.windows();
  const auto gather = [&](size_t count) { return GatherRows(data_, split_.scaler(), windows, count, target, sources); };
  const std::unique_ptr<Forecaster> forecaster = MakeForecaster(options_, sources.size() * options_.lags, target);
  ForecasterScore score{sources.size() * options_.lags, forecaster->parameters(), kNotANumber,
                        forecaster->Fit(gather(split_.train()))};
  if (!score.failure.empty()) return score;
  const ForecastRows all = gather(windows.size());
  score.mse = TestError(all, forecaster->Predict(all), split_.train());
  if (std::isnan(score.mse)) score.failure = "no forecast of a test row, or no test row is observed";
  return score;
}

void Pruner::Sum(PruneReport& report) const {
  double full_mse = 0.0, pruned_mse = 0.0;
  for (PrunedVariable& one : report.variables) {
    one.reduction = Reduced(static_cast<double>(one.full.parameters), static_cast<double>(one.pruned.parameters),
                            one.full.mse, one.pruned.mse);
    report.full_parameters += one.full.parameters;
    report.pruned_parameters += one.pruned.parameters;
    if (!one.full.failure.empty() || !one.pruned.failure.empty()) {
      ++report.failed;
      continue;
    }
    full_mse += one.full.mse;
    pruned_mse += one.pruned.mse;
  }
  const double succeeded = static_cast<double>(report.variables.size() - report.failed);
  report.full_mse = full_mse / succeeded;
  report.pruned_mse = pruned_mse / succeeded;
  report.reduction = Reduced(static_cast<double>(report.full_parameters), static_cast<double>(report.pruned_parameters),
                             report.full_mse, report.pruned_mse);
}

PruneReport Pruner::Begin(const std::vector<double>& graph) const {
  PruneReport report;
  report.options = options_;
  report.data_source = data_.source;
  report.train_rows = split_.train();
  report.test_rows = split_.windows().size() - split_.train();
  for (const size_t v : split_.constant()) report.excluded.push_back(data_.names[v]);
  for (const size_t v : split_.usable()) {
    PrunedVariable one;
    one.name = data_.names[v];
    for (const size_t source : Parents(v, graph)) {
      if (source != v) one.parents.push_back(data_.names[source]);
    }
    report.variables.push_back(std::move(one));
  }
  return report;
}

std::vector<PruneReport> Pruner::Run(const std::vector<std::vector<double>>& graphs, const Progress& progress) const {
  std::vector<PruneReport> reports;
  for (const std::vector<double>& graph : graphs) reports.push_back(Begin(graph));
  const size_t n = split_.usable().size(), fits = n * (1 + graphs.size());
  std::vector<ForecasterScore> full(n);
  ThreadPool pool(options_.threads);
  ProgressMeter meter(progress, "fitting forecasters");
  pool.Run(fits, [&](size_t index, size_t) {  // the full ones take longest and come first
    const size_t place = index % n, target = split_.usable()[place];
    if (index < n) {
      full[place] = Score(target, split_.usable());
    } else {
      const size_t g = index / n - 1;
      reports[g].variables[place].pruned = Score(target, Parents(target, graphs[g]));
    }
    meter.PartDone(fits);
  });
  for (PruneReport& report : reports) {
    for (size_t i = 0; i < n; ++i) report.variables[i].full = full[i];
    Sum(report);
  }
  return reports;
}

}  // namespace

std::vector<PruneReport> PruneByEach(const Dataset& data, const std::vector<std::vector<double>>& graphs,
                                     const PruneOptions& options, const Progress& progress) {
  CheckOptions(options);
  for (const std::vector<double>& graph : graphs) {
    if (graph.size() == data.variables() * data.variables()) continue;
    throw Error(
        ErrorKind::kData,
        fmt::format("{}: {} variables, but the graph has {} entries", data.source, data.variables(), graph.size()),
        "give the graph of the same variables");
  }
  return Pruner(data, options).Run(graphs, progress);
}

PruneReport Prune(const Dataset& data, const std::vector<double>& graph, const PruneOptions& options,
                  const Progress& progress) {
  return PruneByEach(data, {graph}, options, progress).front();
}

}  // namespace mask2cause
