#include "report/page_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/json_text.h"

namespace mask2cause {
namespace {

constexpr size_t kMostPoints = 300;  // of a curve
constexpr double kSteps = 999.0;     // between the least and the largest value of a series: finer than any screen

// Each `every`-th epoch, from the `every`-th on.
std::string CurveJson(const std::vector<double>& values) {
  const size_t every = std::max<size_t>(1, (values.size() + kMostPoints - 1) / kMostPoints);
  std::string numbers;
  for (size_t i = every - 1; i < values.size(); i += every) {
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ",", ShortNumber(values[i], 5));
  }
  return fmt::format("{{\"every\":{},\"values\":[{}]}}", every, numbers);
}

std::string ShortNumbers(const std::vector<double>& values) {
  std::string out = "[";
  for (const double value : values) out += fmt::format("{}{}", out.size() > 1 ? "," : "", ShortNumber(value));
  return out + "]";
}

std::string RunJson(const HeldOutRun& run) {
  JsonObject object;
  object.Add("network", run.network);
  object.AddText("losses", CurveJson(run.losses));
  object.AddText("held_out", CurveJson(run.held_out_losses));
  object.Add("best", run.best_epoch);
  return object.OnOneLine();
}

std::string LineJson(const GateHistory::Line& line) {
  return fmt::format("[{},{},{}]", line.source, line.target, ShortNumbers(line.gates));
}

std::string GatesJson(const GateHistory& gates) {
  JsonObject object;
  object.AddText("epochs", JsonCounts(gates.epochs));
  object.AddText("quantiles", JsonLines(gates.quantiles, ShortNumbers, ""));
  object.AddText("lines", JsonLines(gates.lines, LineJson, ""));
  return object.OnOneLine();
}

// Steps of 1/999 of the way from the least to the largest; -1 where nothing is observed.
std::string StepsJson(const std::vector<double>& values, double least, double largest) {
  const double range = largest > least ? largest - least : 1.0;
  std::string out = "[";
  for (const double value : values) {
    const double share = (value - least) / range;
    const long step = std::isfinite(share) ? std::lround(share * kSteps) : -1;
    out += fmt::format("{}{}", out.size() > 1 ? "," : "", step);
  }
  return out + "]";
}

std::string SeriesJson(const SeriesPicture& series) {
  double least = std::nan(""), largest = std::nan("");
  for (const double value : series.low) least = std::fmin(least, value);
  for (const double value : series.high) largest = std::fmax(largest, value);
  JsonObject object;
  object.Add("least", least);
  object.Add("largest", largest);
  object.AddText("mean", ShortNumber(series.mean));
  object.AddText("sd", ShortNumber(series.sd));
  object.AddText("low", StepsJson(series.low, least, largest));
  if (series.high != series.low) object.AddText("high", StepsJson(series.high, least, largest));
  if (!series.missing.empty()) object.AddText("missing", JsonCounts(series.missing));
  return object.OnOneLine();
}

}  // namespace

std::string ShortNumber(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}g}", value, digits) : "null";
}

std::string PageTraining(const Result& result) {
  JsonObject object;
  object.AddText("members", JsonLines(result.epoch_losses, CurveJson, ""));
  object.AddText("held_out", JsonLines(result.held_out_runs, RunJson, ""));
  if (!result.gates.epochs.empty()) object.AddText("gates", GatesJson(result.gates));
  return object.OnOneLine();
}

std::string PageSeries(const DataPicture& picture) {
  JsonObject object;
  object.Add("rows", picture.rows);
  object.Add("buckets", picture.buckets());
  object.AddText("starts", JsonCounts(picture.starts));
  object.AddText("variables", JsonLines(picture.series, SeriesJson, ""));
  return object.OnOneLine();
}

}  // namespace mask2cause
