// Forecasts of a trained model as distributions: the next step, further steps by sampled paths, and how well it did on
// what is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"
#include "mask2cause/model.h"
#include "mask2cause/progress.h"
#include "mask2cause/prune.h"

namespace mask2cause {

struct ForecastOptions {
  size_t steps = 1;
  size_t paths = 1000;  // sampled for the second step and later ones
  std::vector<double> quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  uint64_t seed = 1;
  size_t threads = 0;  // 0: all cores; the result is the same for any
};

// What comes after the last row of the last trajectory, in the units of the data. The first step is the mixture of the
// members' own distributions; later ones are what `paths` sampled futures, shared among the members, look like.
struct Forecast {
  std::vector<std::string> names;  // the n variables of the model
  std::string data_source;
  std::string objective;  // of the network, or the kind of a pruned forecaster: linear, mlp, nbeats, arimax
  size_t members = 0, steps = 0, paths = 0;
  size_t last_row = 0;            // from 1, that the forecast starts from
  std::vector<double> mean, sd;   // (steps, n)
  std::vector<double> levels;     // of the quantiles
  std::vector<double> quantiles;  // (steps, n, levels)
  // (rows, n): the data up to there, for a picture: four times as many rows as steps, at least 40; NaN: missing.
  std::vector<double> recent;
  std::vector<std::string> warnings;
};

// Throws Error{kUsage} for options that make no sense, Error{kData} when the data lack a variable of the model or have
// fewer rows than it looks back.
Forecast MakeForecast(const TrainedModel& model, const Dataset& data, const ForecastOptions& options = {},
                      const Progress& progress = {});
// By the forecasters with the causes alone. Each is normal, as wide as its errors at the rows it was trained on.
Forecast MakeForecast(const PrunedModel& model, const Dataset& data, const ForecastOptions& options = {},
                      const Progress& progress = {});

std::string ToJson(const Forecast& forecast);
std::string ToCsv(const Forecast& forecast);  // step, variable, mean, sd, quantiles

// By its suffix, .csv or .json, whole or not at all. Throws Error{kUsage} for others, Error{kFile}.
void WriteForecast(const Forecast& forecast, const std::string& path);
// The same complaint about the suffix before any work.
void CheckForecastFile(const std::string& path);

struct BacktestOptions {
  double share = 0.2;     // of the rows, the last ones
  double interval = 0.9;  // whose coverage is counted
  // (N, N) [target][source] over the variables of the data, for networks: grades the same network also with every gate
  // outside it shut. Empty: not.
  std::vector<double> graph = {};
  size_t threads = 0;
};

// NaN where nothing is observed.
struct BacktestScore {
  double mse = 0.0, mae = 0.0;
  double mase = 0.0;      // MAE over that of the last value before the part that is walked over
  double crps = 0.0;      // of the whole distribution, in units of the data
  double coverage = 0.0;  // share of the values inside the interval
};

struct BacktestForecaster {
  std::string name;  // model, pruned or unpruned, var, naive
  std::vector<BacktestScore> variables;
  BacktestScore mean;  // over the variables; mse, mae and crps each in units of the variable's sd (mse: variance)
};

// One step ahead, over and over, along the last part of the data. Naive (last value) and VAR (least squares, as many
// lags) learn from the rows before; the model is taken as it is.
struct Backtest {
  std::vector<std::string> names;
  std::string data_source, series;  // "levels", "changes", "detrended": what the model forecasts
  size_t train_rows = 0, test_rows = 0;
  double interval = 0.9;
  std::vector<BacktestForecaster> forecasters;
  std::vector<std::string> warnings;
};
Backtest RunBacktest(const TrainedModel& model, const Dataset& data, const BacktestOptions& options = {},
                     const Progress& progress = {});
// The forecasters with the causes alone are `model`, those with all inputs `unpruned`.
Backtest RunBacktest(const PrunedModel& model, const Dataset& data, const BacktestOptions& options = {},
                     const Progress& progress = {});

std::string ToJson(const Backtest& backtest);

// What was written as JSON, about some of the variables `names`. Throws Error{kFile}, or Error{kData} when it is
// something else, or about others.
Forecast ReadForecast(const std::string& path, const std::vector<std::string>& names);
Backtest ReadBacktest(const std::string& path, const std::vector<std::string>& names);

}  // namespace mask2cause
