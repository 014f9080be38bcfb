#include "report/picture_json.h"

#include <iterator>
#include <nlohmann/json.hpp>

#include "report/json_text.h"

namespace mask2cause {
namespace {

using nlohmann::json;

std::string SeriesJson(const SeriesPicture& series) {
  JsonObject object;
  object.AddText("low", JsonNumbers(series.low));
  object.AddText("high", JsonNumbers(series.high));
  if (!series.missing.empty()) object.AddText("missing", JsonCounts(series.missing));
  object.Add("mean", series.mean);
  object.Add("sd", series.sd);
  return object.OnOneLine();
}

std::string RunJson(const HeldOutRun& run) {
  JsonObject object;
  object.Add("network", run.network);
  object.AddText("losses", JsonNumbers(run.losses));
  object.AddText("held_out_losses", JsonNumbers(run.held_out_losses));
  object.Add("best_epoch", run.best_epoch);
  return object.OnOneLine();
}

std::string LineJson(const GateHistory::Line& line) {
  JsonObject object;
  object.Add("source", line.source);
  object.Add("target", line.target);
  object.AddText("gates", JsonNumbers(line.gates));
  return object.OnOneLine();
}

SeriesPicture ReadSeries(const JsonMembers& members) {
  SeriesPicture series;
  members.Read("low", series.low);
  members.Read("high", series.high);
  members.Read("missing", series.missing);
  members.Read("mean", series.mean);
  members.Read("sd", series.sd);
  return series;
}

}  // namespace

std::string PictureJson(const DataPicture& picture) {
  JsonObject object("  ");
  object.Add("rows", picture.rows);
  object.AddText("starts", JsonCounts(picture.starts));
  object.AddText("series", JsonLines(picture.series, SeriesJson, "    "));
  return object.OnLines();
}

std::string HeldOutRunsJson(const std::vector<HeldOutRun>& runs) {
  return JsonLines(runs, RunJson, "  ");
}

std::string GatesJson(const GateHistory& gates) {
  JsonObject object("  ");
  object.AddText("epochs", JsonCounts(gates.epochs));
  object.AddText("shares", JsonNumbers({std::begin(GateHistory::kQuantiles), std::end(GateHistory::kQuantiles)}));
  object.AddText("quantiles", JsonLines(gates.quantiles, JsonNumbers, "    "));
  object.AddText("lines", JsonLines(gates.lines, LineJson, "    "));
  return object.OnLines();
}

DataPicture ReadPicture(const JsonSource& source, const JsonMembers& root, size_t size) {
  DataPicture picture;
  const json* found = root.Find("picture");
  if (found == nullptr) return picture;
  const JsonMembers members(source, "\"picture\"", *found);
  members.Read("rows", picture.rows);
  members.Read("starts", picture.starts);
  for (const json& item : members.List("series")) {
    picture.series.push_back(ReadSeries(JsonMembers(source, "\"series\"", item)));
    const SeriesPicture& series = picture.series.back();
    const bool fits = series.low.size() == picture.buckets() && series.high.size() == picture.buckets() &&
                      (series.missing.empty() || series.missing.size() == picture.buckets());
    if (!fits) members.Fail("its series have different lengths");
  }
  if (picture.series.size() != size) members.Fail("it has not one series for each of the names");
  return picture;
}

std::vector<HeldOutRun> ReadHeldOutRuns(const JsonSource& source, const JsonMembers& root) {
  std::vector<HeldOutRun> runs;
  for (const json& item : root.List("held_out_runs")) {
    const JsonMembers members(source, "\"held_out_runs\"", item);
    HeldOutRun& run = runs.emplace_back();
    members.Read("network", run.network);
    members.Read("losses", run.losses);
    members.Read("held_out_losses", run.held_out_losses);
    members.Read("best_epoch", run.best_epoch);
  }
  return runs;
}

GateHistory ReadGates(const JsonSource& source, const JsonMembers& root, size_t size) {
  GateHistory gates;
  const json* found = root.Find("gates");
  if (found == nullptr) return gates;
  const JsonMembers members(source, "\"gates\"", *found);
  members.Read("epochs", gates.epochs);
  members.Read("quantiles", gates.quantiles);
  bool fits = gates.quantiles.size() == gates.epochs.size();
  for (const std::vector<double>& row : gates.quantiles) fits &= row.size() == std::size(GateHistory::kQuantiles);
  for (const json& item : members.List("lines")) {
    const JsonMembers line_members(source, "\"lines\"", item);
    GateHistory::Line& line = gates.lines.emplace_back();
    line_members.Read("source", line.source);
    line_members.Read("target", line.target);
    line_members.Read("gates", line.gates);
    fits &= line.source < size && line.target < size && line.gates.size() == gates.epochs.size();
  }
  if (!fits) members.Fail("its lists do not fit each other");
  return gates;
}

}  // namespace mask2cause
