#include <fmt/format.h>

#include <string>

#include "core/atomic_file.h"
#include "mask2cause/error.h"
#include "mask2cause/forecast.h"
#include "report/csv_text.h"
#include "report/forecast_json.h"
#include "report/json_text.h"

namespace mask2cause {
namespace {

std::string ScoreJson(const BacktestScore& score, const std::string& variable) {
  JsonObject object;
  if (!variable.empty()) object.Add("variable", variable);
  object.Add("mse", score.mse);
  object.Add("mae", score.mae);
  object.Add("mase", score.mase);
  object.Add("crps", score.crps);
  object.Add("coverage", score.coverage);
  return object.OnOneLine();
}

bool IsJson(const std::string& path) {
  return path.ends_with(".json");
}

}  // namespace

std::string ForecastJson(const Forecast& forecast, const std::string& indent) {
  const size_t n = forecast.names.size(), levels = forecast.levels.size();
  std::vector<std::string> rows;
  for (size_t cell = 0; cell < forecast.mean.size(); ++cell) {
    JsonObject row;
    row.Add("step", cell / n + 1);
    row.Add("variable", forecast.names[cell % n]);
    row.Add("mean", forecast.mean[cell]);
    row.Add("sd", forecast.sd[cell]);
    const auto first = forecast.quantiles.begin() + static_cast<ptrdiff_t>(cell * levels);
    row.AddText("quantiles", JsonNumbers({first, first + static_cast<ptrdiff_t>(levels)}));
    rows.push_back(row.OnOneLine());
  }
  JsonObject object(indent);
  object.Add("data", forecast.data_source);
  object.Add("names", forecast.names);
  object.Add("objective", forecast.objective);
  object.Add("members", forecast.members);
  object.Add("last_row", forecast.last_row);
  object.Add("steps", forecast.steps);
  object.Add("paths", forecast.paths);
  object.AddText("quantile_levels", JsonNumbers(forecast.levels));
  object.Add("warnings", forecast.warnings);
  object.AddText("rows", JsonLines(
                             rows, [](const std::string& row) { return row; }, indent + "  "));
  object.AddText("recent",
                 JsonMatrix(forecast.recent.data(), n > 0 ? forecast.recent.size() / n : 0, n, indent + "  "));
  return object.OnLines();
}

std::string ToJson(const Forecast& forecast) {
  return ForecastJson(forecast, "") + "\n";
}

std::string ToCsv(const Forecast& forecast) {
  const size_t n = forecast.names.size(), levels = forecast.levels.size();
  std::string text = "step,variable,mean,sd";
  for (const double level : forecast.levels) text += fmt::format(",q{}", level);
  for (size_t cell = 0; cell < forecast.mean.size(); ++cell) {
    text += fmt::format("\n{},{},{},{}", cell / n + 1, CsvField(forecast.names[cell % n]), forecast.mean[cell],
                        forecast.sd[cell]);
    for (size_t i = 0; i < levels; ++i) text += fmt::format(",{}", forecast.quantiles[cell * levels + i]);
  }
  return text + "\n";
}

void CheckForecastFile(const std::string& path) {
  if (IsJson(path) || path.ends_with(".csv")) return;
  throw Error(ErrorKind::kUsage, fmt::format("'{}' ends neither in .csv nor in .json", path),
              "the suffix says which of the two is written");
}

void WriteForecast(const Forecast& forecast, const std::string& path) {
  CheckForecastFile(path);
  WriteFileAtomically(path, IsJson(path) ? ToJson(forecast) : ToCsv(forecast));
}

std::string ToJson(const Backtest& backtest) {
  JsonObject object;
  object.Add("data", backtest.data_source);
  object.Add("series", backtest.series);
  object.Add("train_rows", backtest.train_rows);
  object.Add("test_rows", backtest.test_rows);
  object.Add("interval", backtest.interval);
  for (const BacktestForecaster& one : backtest.forecasters) {
    std::vector<std::string> rows;
    for (size_t v = 0; v < one.variables.size(); ++v) rows.push_back(ScoreJson(one.variables[v], backtest.names[v]));
    JsonObject forecaster("  ");
    forecaster.AddText("mean", ScoreJson(one.mean, ""));
    forecaster.AddText("rows", JsonLines(rows));
    object.AddText(one.name, forecaster.OnLines());
  }
  return object.OnLines() + "\n";
}

}  // namespace mask2cause
