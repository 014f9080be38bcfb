#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/parallel.h"
#include "core/progress_meter.h"
#include "forecast/linear.h"
#include "forecast/network_forecast.h"
#include "forecast/pruned_model.h"
#include "forecast/split.h"
#include "mask2cause/error.h"
#include "mask2cause/forecast.h"

namespace mask2cause {
namespace {

void CheckShare(const char* option, double value) {
  if (value > 0.0 && value < 1.0) return;
  throw Error(ErrorKind::kUsage, fmt::format("{} {} is out of range", option, value),
              "a number between 0 and 1, both excluded");
}

const char* SeriesName(SeriesKind kind) {
  if (kind == SeriesKind::kChanges) return "changes";
  return kind == SeriesKind::kDetrended ? "detrended" : "levels";
}

struct NamedForecaster {
  std::string name;
  const StepForecaster& forecaster;
};

class Backtester {
 public:
  // Forecasters of the same variables with the same lags, which are those of the split.
  Backtester(const Dataset& series, const TimeSplit& split, const std::vector<NamedForecaster>& forecasters,
             double interval)
      : series_(series),
        interval_(interval),
        forecasters_(forecasters),
        columns_(FindVariables(forecasters.front().forecaster.names(), series)),
        split_(split) {}

  Backtest Run(size_t threads, const Progress& progress) const;

 private:
  size_t TargetRow(size_t window) const { return split_.windows().FirstRow(window) + split_.windows().lags(); }
  double At(size_t row, size_t variable) const;
  double Deviation(size_t variable) const;

  // One variable at every window: the last value that the window holds, or least squares on all of it.
  std::vector<double> Naive(size_t variable) const;
  std::vector<double> Var(size_t variable) const;
  // Normal around these forecasts at the test windows, as wide as the errors at the training windows.
  std::vector<Mixture> WithSpread(size_t variable, const std::vector<double>& forecasts, size_t unknowns) const;
  BacktestScore Score(size_t variable, const std::vector<Mixture>& forecasts) const;
  BacktestScore MeanScore(const std::vector<BacktestScore>& scores) const;

  const Dataset& series_;
  const double interval_;
  const std::vector<NamedForecaster>& forecasters_;
  const std::vector<size_t> columns_;  // of their variables
  const TimeSplit& split_;
};

// NaN where it is missing.
double Backtester::At(size_t row, size_t variable) const {
  const size_t column = columns_[variable];
  return series_.is_missing(row, column) ? std::nan("") : static_cast<double>(series_.at(row, column));
}

// Of the variable before the test windows; 1 where it did not vary.
double Backtester::Deviation(size_t variable) const {
  const double inverse = split_.scaler().inverse_sd[columns_[variable]];
  return inverse > 0.0 ? 1.0 / inverse : 1.0;
}

std::vector<double> Backtester::Naive(size_t variable) const {
  std::vector<double> forecasts;
  for (size_t w = 0; w < split_.windows().size(); ++w) {
    double last = split_.scaler().mean[columns_[variable]];
    for (size_t row = split_.windows().FirstRow(w); row < TargetRow(w); ++row) {
      if (!std::isnan(At(row, variable))) last = At(row, variable);
    }
    forecasts.push_back(last);
  }
  return forecasts;
}

std::vector<double> Backtester::Var(size_t variable) const {
  const size_t column = columns_[variable];
  const auto gather = [&](size_t count) {
    return GatherRows(series_, split_.scaler(), split_.windows(), count, column, columns_);
  };
  LinearForecaster forecaster(columns_.size() * split_.windows().lags());
  forecaster.Fit(gather(split_.train()));
  const Eigen::VectorXd scaled = forecaster.Predict(gather(split_.windows().size()));
  std::vector<double> forecasts;
  for (const double value : scaled) {
    forecasts.push_back(split_.scaler().mean[column] + value * Deviation(variable));
  }
  return forecasts;
}

std::vector<Mixture> Backtester::WithSpread(size_t variable, const std::vector<double>& forecasts,
                                            size_t unknowns) const {
  double squares = 0.0, count = 0.0;
  for (size_t w = 0; w < split_.train(); ++w) {
    const double error = At(TargetRow(w), variable) - forecasts[w];
    if (std::isnan(error)) continue;
    squares += error * error;
    count += 1.0;
  }
  const double freedom = std::max(1.0, count - static_cast<double>(unknowns));
  const double least = 1e-9 * Deviation(variable);  // a distribution needs some spread
  const double sd = std::max(least, std::sqrt(squares / freedom));
  std::vector<Mixture> mixtures(forecasts.size() - split_.train());
  for (size_t w = split_.train(); w < forecasts.size(); ++w) {
    mixtures[w - split_.train()].Add({Family::kGaussian, forecasts[w], sd, 0.0});
  }
  return mixtures;
}

BacktestScore Backtester::Score(size_t variable, const std::vector<Mixture>& forecasts) const {
  const double tail = (1.0 - interval_) / 2.0;
  BacktestScore score;
  double count = 0.0;
  for (size_t i = 0; i < forecasts.size(); ++i) {
    const double value = At(TargetRow(split_.train() + i), variable);
    if (std::isnan(value)) continue;
    const double error = value - forecasts[i].Mean(), rank = forecasts[i].Cdf(value);
    score.mse += error * error;
    score.mae += std::abs(error);
    score.crps += forecasts[i].Crps(value);
    score.coverage += rank >= tail && rank <= 1.0 - tail ? 1.0 : 0.0;
    count += 1.0;
  }
  const std::vector<double> naive = Naive(variable);
  double naive_error = 0.0, naive_count = 0.0;
  for (size_t w = 0; w < split_.train(); ++w) {
    const double error = At(TargetRow(w), variable) - naive[w];
    if (std::isnan(error)) continue;
    naive_error += std::abs(error);
    naive_count += 1.0;
  }
  for (double* sum : {&score.mse, &score.mae, &score.crps, &score.coverage}) *sum /= count;
  score.mase = score.mae / (naive_error / naive_count);
  return score;
}

// Variables that were never observed do not count.
BacktestScore Backtester::MeanScore(const std::vector<BacktestScore>& scores) const {
  BacktestScore mean;
  double count = 0.0;
  for (size_t v = 0; v < scores.size(); ++v) {
    if (std::isnan(scores[v].mse)) continue;
    const double unit = Deviation(v);
    mean.mse += scores[v].mse / (unit * unit);
    mean.mae += scores[v].mae / unit;
    mean.crps += scores[v].crps / unit;
    mean.mase += scores[v].mase;
    mean.coverage += scores[v].coverage;
    count += 1.0;
  }
  for (double* sum : {&mean.mse, &mean.mae, &mean.crps, &mean.mase, &mean.coverage}) *sum /= count;
  return mean;
}

Backtest Backtester::Run(size_t threads, const Progress& progress) const {
  const size_t n = columns_.size(), given = forecasters_.size();
  Backtest backtest;
  backtest.train_rows = split_.train();
  backtest.test_rows = split_.windows().size() - split_.train();
  backtest.names = forecasters_.front().forecaster.names();
  std::vector<std::vector<Mixture>> mixtures;  // each (windows, n)
  for (const NamedForecaster& one : forecasters_) {
    mixtures.push_back(one.forecaster.Mixtures(series_));
    backtest.forecasters.push_back({one.name, std::vector<BacktestScore>(n), {}});
  }
  for (const char* name : {"var", "naive"}) {
    backtest.forecasters.push_back({name, std::vector<BacktestScore>(n), {}});
  }
  ThreadPool pool(threads);
  ProgressMeter meter(progress, "walking forward");
  pool.Run(n, [&](size_t v, size_t) {
    for (size_t f = 0; f < given; ++f) {
      std::vector<Mixture> own;
      for (size_t w = split_.train(); w < split_.windows().size(); ++w) own.push_back(mixtures[f][w * n + v]);
      backtest.forecasters[f].variables[v] = Score(v, own);
    }
    const size_t unknowns = n * split_.windows().lags() + 1;
    backtest.forecasters[given].variables[v] = Score(v, WithSpread(v, Var(v), unknowns));
    backtest.forecasters[given + 1].variables[v] = Score(v, WithSpread(v, Naive(v), 0));
    meter.PartDone(n);
  });
  for (BacktestForecaster& one : backtest.forecasters) one.mean = MeanScore(one.variables);
  return backtest;
}

void CheckOptions(const BacktestOptions& options) {
  CheckShare("--share", options.share);
  CheckShare("--interval", options.interval);
}

// What a graph over all columns of the data says of the model's variables, (n, n).
std::vector<double> GraphOf(const std::vector<std::string>& names, const Dataset& data,
                            const std::vector<double>& graph) {
  if (graph.size() != data.variables() * data.variables()) {
    throw Error(
        ErrorKind::kData,
        fmt::format("{}: {} variables, but the graph has {} entries", data.source, data.variables(), graph.size()),
        "give the graph of the same variables");
  }
  const std::vector<size_t> columns = FindVariables(names, data);
  std::vector<double> part;
  for (const size_t target : columns) {
    for (const size_t source : columns) part.push_back(graph[target * data.variables() + source]);
  }
  return part;
}

Backtest Walk(const Dataset& series, const TimeSplit& split, const std::vector<NamedForecaster>& forecasters,
              const BacktestOptions& options, const Progress& progress) {
  Backtest backtest = Backtester(series, split, forecasters, options.interval).Run(options.threads, progress);
  backtest.data_source = series.source;
  backtest.interval = options.interval;
  return backtest;
}

}  // namespace

Backtest RunBacktest(const TrainedModel& trained, const Dataset& data, const BacktestOptions& options,
                     const Progress& progress) {
  CheckOptions(options);
  const SeriesKind kind = SeriesOf(trained);
  std::optional<Dataset> transformed;
  if (kind != SeriesKind::kLevels) transformed = TransformedSeries(data, kind);
  const Dataset& series = transformed ? *transformed : data;
  const TimeSplit split(series, trained.config.lags, 1.0 - options.share);
  const size_t end = split.windows().FirstRow(split.train() - 1) + trained.config.lags + 1;
  const NetworkForecast network(trained, series, end);
  std::vector<NamedForecaster> forecasters = {{"model", network}};
  std::optional<NetworkForecast> pruned;
  if (!options.graph.empty()) {
    pruned.emplace(trained, series, end, GraphOf(trained.names, data, options.graph));
    forecasters.push_back({"pruned", *pruned});
  }
  Backtest backtest = Walk(series, split, forecasters, options, progress);
  backtest.data_source = data.source;
  backtest.series = SeriesName(kind);
  return backtest;
}

Backtest RunBacktest(const PrunedModel& model, const Dataset& data, const BacktestOptions& options,
                     const Progress& progress) {
  CheckOptions(options);
  if (!options.graph.empty()) {
    throw Error(ErrorKind::kUsage, "a pruned forecaster has its graph from prune and takes no other",
                "leave --graph out; the row 'unpruned' shows it with all inputs");
  }
  const TimeSplit split(data, model.options.lags, 1.0 - options.share);
  const PrunedForecast pruned(model, PrunedForecast::Form::kPruned), full(model, PrunedForecast::Form::kFull);
  std::vector<NamedForecaster> forecasters = {{"model", pruned}};
  if (!model.full.empty()) forecasters.push_back({"unpruned", full});
  Backtest backtest = Walk(data, split, forecasters, options, progress);
  backtest.series = SeriesName(SeriesKind::kLevels);
  if (model.full.empty()) {
    backtest.warnings.push_back("no row of the unpruned forecaster: with all inputs a fit failed");
  }
  return backtest;
}

}  // namespace mask2cause
