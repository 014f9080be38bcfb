#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/json_text.h"
#include "report/name_index.h"
#include "report/page_panels.h"
#include "report/page_pictures.h"

namespace mask2cause {
namespace {

// All of one variable: what was, and for each step the mean and the quantiles.
struct Strand {
  std::vector<double> recent, mean;
  std::vector<std::vector<double>> quantiles;  // (levels, steps)
};

Strand StrandOf(const Forecast& forecast, size_t variable) {
  const size_t n = forecast.names.size(), levels = forecast.levels.size();
  Strand strand;
  for (size_t at = variable; at < forecast.recent.size(); at += n) strand.recent.push_back(forecast.recent[at]);
  strand.quantiles.resize(levels);
  for (size_t at = variable; at < forecast.mean.size(); at += n) {
    strand.mean.push_back(forecast.mean[at]);
    for (size_t i = 0; i < levels; ++i) strand.quantiles[i].push_back(forecast.quantiles[at * levels + i]);
  }
  return strand;
}

// What the eye can tell apart: a power of ten, at most a thousandth of the range. 0 when there is no range.
double StepFor(const Strand& strand) {
  double least = INFINITY, largest = -INFINITY;
  const auto see = [&](const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value)) continue;
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
  };
  see(strand.recent);
  see(strand.mean);
  for (const std::vector<double>& values : strand.quantiles) see(values);
  const double step = std::pow(10.0, std::floor(std::log10(largest - least)) - 3.0);
  return std::isfinite(step) ? step : 0.0;
}

std::string NumbersJson(const std::vector<double>& values, double step = 0.0) {
  std::string out = "[";
  for (const double value : values) {
    const double rounded = step > 0.0 ? std::round(value / step) * step : value;
    out += fmt::format("{}{}", out.size() > 1 ? "," : "", ShortNumber(rounded, step > 0.0 ? 15 : 4));
  }
  return out + "]";
}

std::string VariableJson(const Forecast& forecast, size_t variable, size_t place) {
  const Strand strand = StrandOf(forecast, variable);
  const double step = StepFor(strand);
  JsonObject object;
  object.Add("place", place);
  object.AddText("recent", NumbersJson(strand.recent, step));
  object.AddText("mean", NumbersJson(strand.mean, step));
  const auto numbers = [&](const std::vector<double>& values) { return NumbersJson(values, step); };
  object.AddText("quantiles", JsonLines(strand.quantiles, numbers, ""));
  return object.OnOneLine();
}

std::string ScoreJson(const BacktestScore& score) {
  return NumbersJson({score.mse, score.mae, score.mase, score.crps, score.coverage});
}

std::string ForecasterJson(const BacktestForecaster& one) {
  JsonObject object;
  object.Add("name", one.name);
  object.AddText("mean", ScoreJson(one.mean));
  object.AddText("rows", JsonLines(one.variables, ScoreJson, ""));
  return object.OnOneLine();
}

}  // namespace

std::string PageForecast(const Forecast& forecast, const std::vector<std::string>& names) {
  const std::vector<size_t> places = PlacesOf(forecast.names, names);
  std::vector<std::string> variables;
  for (size_t v = 0; v < places.size(); ++v) variables.push_back(VariableJson(forecast, v, places[v]));
  JsonObject object;
  object.Add("source", forecast.data_source);
  object.Add("members", forecast.members);
  object.Add("paths", forecast.paths);
  object.Add("last_row", forecast.last_row);
  object.AddText("levels", NumbersJson(forecast.levels));
  object.Add("warnings", forecast.warnings);
  object.AddText("variables", JsonLines(variables));
  return object.OnOneLine();
}

std::string PageBacktest(const Backtest& backtest, const std::vector<std::string>& names) {
  JsonObject object;
  object.Add("series", backtest.series);
  object.Add("train_rows", backtest.train_rows);
  object.Add("test_rows", backtest.test_rows);
  object.Add("interval", backtest.interval);
  object.AddText("places", JsonCounts(PlacesOf(backtest.names, names)));
  object.AddText("forecasters", JsonLines(backtest.forecasters, ForecasterJson, ""));
  return object.OnOneLine();
}

}  // namespace mask2cause
