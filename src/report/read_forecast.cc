#include "report/read_forecast.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "report/name_index.h"

namespace mask2cause {
namespace {

using nlohmann::json;

// The rows come step by step, the variables of each in the order of the names.
void ReadRow(const JsonMembers& row, Forecast& forecast) {
  const size_t place = forecast.mean.size(), n = forecast.names.size();
  size_t step = 0;
  std::string variable;
  row.Require({"step", "variable", "mean", "sd", "quantiles"});
  row.Read("step", step);
  row.Read("variable", variable);
  if (step != place / n + 1 || variable != forecast.names[place % n]) row.Fail("it is not the one that is due");
  row.Read("mean", forecast.mean.emplace_back());
  row.Read("sd", forecast.sd.emplace_back());
  std::vector<double> quantiles;
  row.Read("quantiles", quantiles);
  if (quantiles.size() != forecast.levels.size()) row.Fail("it has not one quantile for each level");
  forecast.quantiles.insert(forecast.quantiles.end(), quantiles.begin(), quantiles.end());
}

BacktestScore ReadScore(const JsonMembers& members) {
  BacktestScore score;
  members.Read("mse", score.mse);
  members.Read("mae", score.mae);
  members.Read("mase", score.mase);
  members.Read("crps", score.crps);
  members.Read("coverage", score.coverage);
  return score;
}

// The variables that the rows name, and their scores.
std::vector<std::string> ReadForecaster(const JsonSource& source, const JsonMembers& members, BacktestForecaster& one) {
  members.Require({"mean", "rows"});
  one.mean = ReadScore(JsonMembers(source, fmt::format("\"mean\" of {}", one.name), *members.Find("mean")));
  std::vector<std::string> names;
  for (const json& item : members.List("rows")) {
    const JsonMembers row(source, fmt::format("row {} of {}", names.size() + 1, one.name), item);
    row.Require({"variable"});
    row.Read("variable", names.emplace_back());
    one.variables.push_back(ReadScore(row));
  }
  return names;
}

}  // namespace

Forecast ReadForecastMembers(const JsonSource& source, const JsonMembers& members,
                             const std::vector<std::string>& names) {
  members.Require({"names", "steps", "quantile_levels", "rows", "last_row"});
  Forecast forecast;
  members.Read("names", forecast.names);
  members.Read("data", forecast.data_source);
  members.Read("objective", forecast.objective);
  members.Read("members", forecast.members);
  members.Read("last_row", forecast.last_row);
  members.Read("steps", forecast.steps);
  members.Read("paths", forecast.paths);
  members.Read("quantile_levels", forecast.levels);
  members.Read("warnings", forecast.warnings);
  const size_t n = forecast.names.size();
  if (n == 0 || forecast.steps == 0) members.Fail("it forecasts nothing");
  for (const json& item : members.List("rows")) {
    ReadRow(JsonMembers(source, fmt::format("row {}", forecast.mean.size() + 1), item), forecast);
  }
  if (forecast.mean.size() % n != 0 || forecast.mean.size() / n != forecast.steps) {
    members.Fail("it has not one row for each step and variable");
  }
  std::vector<std::vector<double>> recent;
  members.Read("recent", recent);
  if (recent.size() > forecast.last_row) members.Fail("\"recent\" has more rows than there are");
  for (const std::vector<double>& row : recent) {
    if (row.size() != n) members.Fail("\"recent\" has a row that has not one cell for each of the names");
    forecast.recent.insert(forecast.recent.end(), row.begin(), row.end());
  }
  PlacesOf(forecast.names, names, source.file);
  return forecast;
}

Forecast ForecastFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names) {
  const JsonSource source{file, "a forecast",
                          "give what `mask2cause forecast ... -o forecast.json` wrote; a backtest goes to --backtest"};
  const json parsed = ParseJson(text, source);
  return ReadForecastMembers(source, JsonMembers(source, "", parsed), names);
}

Backtest BacktestFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names) {
  const JsonSource source{file, "a backtest", "give what `mask2cause forecast ... --backtest --json` printed"};
  const json parsed = ParseJson(text, source);
  const JsonMembers root(source, "", parsed);
  root.Require({"series", "train_rows", "test_rows", "interval", "model"});
  Backtest backtest;
  root.Read("data", backtest.data_source);
  root.Read("series", backtest.series);
  root.Read("train_rows", backtest.train_rows);
  root.Read("test_rows", backtest.test_rows);
  root.Read("interval", backtest.interval);
  for (const auto& [name, item] : parsed.items()) {
    if (!item.is_object()) continue;
    BacktestForecaster& one = backtest.forecasters.emplace_back();
    one.name = name;
    const JsonMembers members(source, fmt::format("\"{}\"", name), item);
    const std::vector<std::string> variables = ReadForecaster(source, members, one);
    if (backtest.names.empty()) backtest.names = variables;
    if (variables != backtest.names) members.Fail("its rows are of other variables");
  }
  PlacesOf(backtest.names, names, file);
  return backtest;
}

Forecast ReadForecast(const std::string& path, const std::vector<std::string>& names) {
  return ForecastFromJson(ReadJsonFile(path, "forecast.json"), path, names);
}

Backtest ReadBacktest(const std::string& path, const std::vector<std::string>& names) {
  return BacktestFromJson(ReadJsonFile(path, "backtest.json"), path, names);
}

}  // namespace mask2cause
