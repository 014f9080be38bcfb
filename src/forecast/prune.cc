#include "mask2cause/prune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.h"
#include "core/progress_meter.h"
#include "forecast/prune_options.h"
#include "forecast/pruned_model.h"
#include "forecast/split.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

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
  size_t PlaceOf(size_t variable) const;
  std::vector<size_t> Parents(size_t target, const std::vector<double>& graph) const;
  PruneReport Begin(const std::vector<double>& graph) const;
  ForecasterScore Fit(size_t target, const std::vector<size_t>& sources, FittedForecaster& fitted) const;
  void Sum(PruneReport& report) const;
  std::shared_ptr<const PrunedModel> Model(std::vector<FittedForecaster> pruned,
                                           const std::vector<FittedForecaster>& full) const;

  const Dataset& data_;
  const PruneOptions& options_;
  const TimeSplit split_;
};

// Among the usable ones, which ascend.
size_t Pruner::PlaceOf(size_t variable) const {
  const std::vector<size_t>& usable = split_.usable();
  return static_cast<size_t>(std::lower_bound(usable.begin(), usable.end(), variable) - usable.begin());
}

// The causes of the target, which stand in its row, and itself.
std::vector<size_t> Pruner::Parents(size_t target, const std::vector<double>& graph) const {
  std::vector<size_t> parents;
  for (const size_t source : split_.usable()) {
    if (source == target || graph[target * data_.variables() + source] != 0.0) parents.push_back(source);
  }
  return parents;
}

ForecasterScore Pruner::Fit(size_t target, const std::vector<size_t>& sources, FittedForecaster& fitted) const {
  const Windows& windows = split_.windows();
  const auto gather = [&](size_t count) { return GatherRows(data_, split_.scaler(), windows, count, target, sources); };
  const ForecastRows train = gather(split_.train());
  std::unique_ptr<Forecaster> forecaster = MakeForecaster(options_, sources.size() * options_.lags, target);
  ForecasterScore score{sources.size() * options_.lags, forecaster->parameters(), kNotANumber, forecaster->Fit(train)};
  if (!score.failure.empty()) return score;
  const ForecastRows all = gather(windows.size());
  score.mse = TestError(all, forecaster->Predict(all), split_.train());
  if (std::isnan(score.mse)) score.failure = "no forecast of a test row, or no test row is observed";
  for (const size_t source : sources) fitted.inputs.push_back(PlaceOf(source));
  fitted.sd = ErrorDeviation(*forecaster, train);
  fitted.forecaster = std::move(forecaster);
  return score;
}

// Null where a forecaster of the causes alone failed.
std::shared_ptr<const PrunedModel> Pruner::Model(std::vector<FittedForecaster> pruned,
                                                 const std::vector<FittedForecaster>& full) const {
  const auto complete = [](const std::vector<FittedForecaster>& all) {
    return std::all_of(all.begin(), all.end(), [](const FittedForecaster& one) { return one.forecaster != nullptr; });
  };
  if (!complete(pruned)) return nullptr;
  auto model = std::make_shared<PrunedModel>();
  model->options = options_;
  model->train_rows = split_.train();
  for (const size_t v : split_.usable()) {
    model->names.push_back(data_.names[v]);
    model->scaler.mean.push_back(split_.scaler().mean[v]);
    model->scaler.inverse_sd.push_back(split_.scaler().inverse_sd[v]);
  }
  model->pruned = std::move(pruned);
  if (complete(full)) model->full = full;
  return model;
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
  std::vector<ForecasterScore> full_scores(n);
  std::vector<FittedForecaster> full(n);
  std::vector<std::vector<FittedForecaster>> pruned(graphs.size(), full);
  ThreadPool pool(options_.threads);
  ProgressMeter meter(progress, "fitting forecasters");
  pool.Run(fits, [&](size_t index, size_t) {  // the full ones take longest and come first
    const size_t place = index % n, target = split_.usable()[place];
    if (index < n) {
      full_scores[place] = Fit(target, split_.usable(), full[place]);
    } else {
      const size_t g = index / n - 1;
      reports[g].variables[place].pruned = Fit(target, Parents(target, graphs[g]), pruned[g][place]);
    }
    meter.PartDone(fits);
  });
  for (size_t g = 0; g < graphs.size(); ++g) {
    for (size_t i = 0; i < n; ++i) reports[g].variables[i].full = full_scores[i];
    Sum(reports[g]);
    reports[g].model = Model(std::move(pruned[g]), full);
  }
  return reports;
}

}  // namespace

std::vector<PruneReport> PruneByEach(const Dataset& data, const std::vector<std::vector<double>>& graphs,
                                     const PruneOptions& options, const Progress& progress) {
  CheckPruneOptions(options);
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
