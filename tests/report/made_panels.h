// What compare, forecast and prune say about the same two or three variables.
#pragma once

#include <cmath>

#include "mask2cause/report.h"

namespace mask2cause {

inline Result NamedResult() {
  Result result;
  result.scores = {{"a", "</script>", "c"}, {0, 0.25, 0.5, 1.0, 0, 0, 0, 0, 0}};
  return result;
}

// Of a method that could be fitted and one that could not; about "c" and "a", in this order.
inline Comparison MadeComparison() {
  Comparison comparison;
  comparison.names = {"c", "a"};
  comparison.methods.resize(3);
  comparison.methods[0].method = "var";
  comparison.methods[0].result.graph_rule = "q at most 0.1";
  comparison.methods[0].result.options.lags = 2;
  comparison.methods[0].result.seconds = 0.25;
  comparison.methods[0].evaluation.off_diagonal.auroc = 0.75;
  comparison.methods[0].evaluation.off_diagonal.auprc = 0.5;
  comparison.methods[1].method = "pcmci";
  comparison.methods[1].failure = "too few rows";
  comparison.methods[2].method = "mi";
  comparison.methods[2].evaluation.off_diagonal = comparison.methods[0].evaluation.off_diagonal;
  comparison.edges = {{0, 1, {{1, 0.5, true}, {}, {2, 0.125, true}}, 2, 1.5},
                      {1, 0, {{2, 0.25, true}, {}, {1, 0.25, false}}, 1, 1.5}};
  comparison.truth = {0, 0, 1, 0};  // c -> a
  return comparison;
}

// Two steps of "c" and "a", after three rows of which one is missing in part.
inline Forecast MadeForecast() {
  Forecast forecast;
  forecast.names = {"c", "a"};
  forecast.data_source = "x.csv";
  forecast.objective = "nll";
  forecast.members = 2;
  forecast.steps = 2;
  forecast.paths = 100;
  forecast.last_row = 30;
  forecast.mean = {1, 100000.25, 2, 100001.50001};
  forecast.sd = {0.5, 1, 0.75, 2};
  forecast.levels = {0.05, 0.95};
  forecast.quantiles = {0, 2, 100000, 100001, 1, 3, 100000.5, 100002.5};
  forecast.recent = {1, 100000, std::nan(""), 100000.125, 3, 100001};
  forecast.warnings = {"careful"};
  return forecast;
}

inline Backtest MadeBacktest() {
  Backtest backtest;
  backtest.names = {"c", "a"};
  backtest.data_source = "x.csv";
  backtest.series = "changes";
  backtest.train_rows = 80;
  backtest.test_rows = 20;
  backtest.forecasters = {{"model", {{1, 2, 0.5, 0.25, 0.875}, {4, 5, 6, 7, std::nan("")}}, {8, 9, 10, 11, 0.75}},
                          {"naive", {{2, 3, 1.5, 1.25, 0.625}, {5, 6, 7, 8, 0.5}}, {9, 10, 11, 12, 0.25}}};
  return backtest;
}

// "a" is forecast from itself and "c"; the fit of "c" failed.
inline PruneReport MadePruning() {
  PruneReport report;
  report.options.model = "arimax";
  report.options.lags = 3;
  report.data_source = "x.csv";
  report.train_rows = 80;
  report.test_rows = 20;
  report.variables = {{"a", {"c"}, {3, 10, 0.5, ""}, {2, 7, 0.375, ""}, {30, 25}},
                      {"c", {}, {3, 10, std::nan(""), "does not converge"}, {1, 4, 0.5, ""}, {60, std::nan("")}}};
  report.excluded = {"constant"};
  report.full_parameters = 20;
  report.pruned_parameters = 11;
  report.full_mse = 0.5;
  report.pruned_mse = 0.375;
  report.reduction = {45, 25};
  report.failed = 1;
  return report;
}

}  // namespace mask2cause
