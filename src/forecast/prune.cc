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
  Pruner(const Dataset& data, const std::vector<double>& graph, const PruneOptions& options)
      : data_(data), graph_(graph), options_(options), split_(data, options.lags, options.train_share) {}

  PruneReport Run(const Progress& progress) const;

 private:
  std::vector<size_t> Inputs(size_t target, bool pruned) const;
  ForecasterScore Score(size_t target, bool pruned) const;
  void Sum(PruneReport& report) const;

  const Dataset& data_;
  const std::vector<double>& graph_;
  const PruneOptions& options_;
  const TimeSplit split_;
};

// All usable variables, or the parents of the target, which stand in its row, and itself.
std::vector<size_t> Pruner::Inputs(size_t target, bool pruned) const {
  if (!pruned) return split_.usable();
  std::vector<size_t> inputs;
  for (const size_t source : split_.usable()) {
    if (source == target || graph_[target * data_.variables() + source] != 0.0) inputs.push_back(source);
  }
  return inputs;
}

ForecasterScore Pruner::Score(size_t target, bool pruned) const {
  const std::vector<size_t> sources = Inputs(target, pruned);
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

PruneReport Pruner::Run(const Progress& progress) const {
  PruneReport report;
  report.options = options_;
  report.data_source = data_.source;
  report.train_rows = split_.train();
  report.test_rows = split_.windows().size() - split_.train();
  for (const size_t v : split_.constant()) report.excluded.push_back(data_.names[v]);
  for (const size_t v : split_.usable()) {
    PrunedVariable one;
    one.name = data_.names[v];
    for (const size_t source : Inputs(v, true)) {
      if (source != v) one.parents.push_back(data_.names[source]);
    }
    report.variables.push_back(std::move(one));
  }
  ThreadPool pool(options_.threads);
  ProgressMeter meter(progress, "fitting forecasters");
  const size_t fits = 2 * report.variables.size();
  pool.Run(fits, [&](size_t index, size_t) {
    const bool pruned = index % 2 == 1;
    PrunedVariable& one = report.variables[index / 2];
    (pruned ? one.pruned : one.full) = Score(split_.usable()[index / 2], pruned);
    meter.PartDone(fits);
  });
  Sum(report);
  return report;
}

}  // namespace

PruneReport Prune(const Dataset& data, const std::vector<double>& graph, const PruneOptions& options,
                  const Progress& progress) {
  CheckOptions(options);
  if (graph.size() != data.variables() * data.variables()) {
    throw Error(
        ErrorKind::kData,
        fmt::format("{}: {} variables, but the graph has {} entries", data.source, data.variables(), graph.size()),
        "give the graph of the same variables");
  }
  return Pruner(data, graph, options).Run(progress);
}

}  // namespace mask2cause
