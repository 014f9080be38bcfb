#include "report/read_result.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "mask2cause/report.h"
#include "report/json_members.h"
#include "report/picture_json.h"
#include "report/read_edges.h"
#include "report/read_forecast.h"
#include "report/result_schema.h"

namespace mask2cause {
namespace {

using nlohmann::json;

class OptionReader : public OptionVisitor {
 public:
  explicit OptionReader(const JsonMembers& members) : members_(members) {}
  void Visit(const OptionInfo& info, size_t& value) override { members_.Read(info.name, value); }
  void Visit(const OptionInfo& info, double& value) override { members_.Read(info.name, value); }
  void Visit(const OptionInfo& info, bool& value) override { members_.Read(info.name, value); }
  void Visit(const OptionInfo& info, std::string& value) override { members_.Read(info.name, value); }

 private:
  const JsonMembers& members_;
};

void CheckSchema(const JsonSource& source, const JsonMembers& root) {
  size_t schema = kResultSchema;
  root.Read("schema", schema);
  if (schema <= kResultSchema) return;
  throw Error(ErrorKind::kData, fmt::format("'{}' was written by a newer mask2cause (schema {})", source.file, schema),
              "read it with the version that wrote it, or a newer one");
}

void ReadScoreMatrix(const JsonMembers& root, ScoreMatrix& scores) {
  if (!root.Find("names") || !root.Find("scores")) root.Fail("it lacks \"names\" or \"scores\"");
  root.Read("names", scores.names);
  root.ReadMatrix("scores", scores.size(), scores.values);
}

void ReadData(const JsonMembers& data, Result& result) {
  data.Read("source", result.data_source);
  data.Read("fingerprint", result.data_fingerprint);
  data.Read("rows", result.data_rows);
  data.Read("trajectories", result.data_trajectories);
  data.Read("missing", result.data_missing);
  data.Read("left_out", result.data_left_out);
  data.Read("time_column", result.data_time_column);
}

void ReadSplit(const JsonMembers& members, ScoreSplit& split) {
  members.Read("threshold", split.threshold);
  members.Read("low_centre", split.low_centre);
  members.Read("high_centre", split.high_centre);
  members.Read("gap", split.gap);
  members.Read("above", split.above);
  members.Read("two_humped", split.two_humped);
}

void ReadObjects(const JsonSource& source, const JsonMembers& root, Result& result) {
  if (const json* options = root.Find("options")) {
    const JsonMembers members(source, "\"options\"", *options);
    OptionReader reader(members);
    VisitOptions(result.options, reader);
  }
  if (const json* data = root.Find("data")) ReadData(JsonMembers(source, "\"data\"", *data), result);
  if (const json* split = root.Find("split")) ReadSplit(JsonMembers(source, "\"split\"", *split), result.split);
}

void ReadRemarks(const JsonSource& source, const JsonMembers& root, Result& result) {
  root.Read("warnings", result.warnings);
  root.Read("excluded", result.excluded);
  for (const json& item : root.List("choices")) {
    const JsonMembers members(source, "\"choices\"", item);
    Choice& choice = result.choices.emplace_back();
    members.Read("option", choice.option);
    members.Read("value", choice.value);
    members.Read("reason", choice.reason);
  }
  for (const json& item : root.List("checks")) {
    const JsonMembers members(source, "\"checks\"", item);
    DataCheck& check = result.checks.emplace_back();
    members.Read("name", check.name);
    members.Read("variables", check.variables);
    members.Read("finding", check.finding);
    members.Read("remedy", check.remedy);
  }
}

void ReadMatrices(const JsonMembers& root, Result& result) {
  const size_t size = result.scores.size();
  root.ReadMatrix("mean_scores", size, result.mean_scores);
  root.ReadMatrix("variance_scores", size, result.variance_scores);
  if (result.mean_scores.size() != result.variance_scores.size()) {
    root.Fail("it has only one of \"mean_scores\" and \"variance_scores\"");
  }
  root.ReadMatrices("lag_coefficients", size, result.lag_coefficients);
  root.ReadMatrix("truth", size, result.truth);
}

void ReadPictures(const JsonSource& source, const JsonMembers& root, Result& result) {
  const size_t size = result.scores.size();
  root.Read("epoch_losses", result.epoch_losses);
  result.held_out_runs = ReadHeldOutRuns(source, root);
  result.gates = ReadGates(source, root, size);
  result.picture = ReadPicture(source, root, size);
  if (const json* forecast = root.Find("forecast")) {
    result.forecast = ReadForecastMembers(source, JsonMembers(source, "\"forecast\"", *forecast), result.scores.names);
  }
}

}  // namespace

Result ResultFromJson(std::string_view text, const std::string& file) {
  const JsonSource source{file, "a result of discover",
                          "give the result.json that discover wrote; if it is damaged, run discover again"};
  const json parsed = ParseJson(text, source);
  const JsonMembers root(source, "", parsed);
  CheckSchema(source, root);
  Result result;
  ReadScoreMatrix(root, result.scores);
  ReadObjects(source, root, result);
  ReadRemarks(source, root, result);
  ReadMatrices(root, result);
  ReadPictures(source, root, result);
  root.Read("graph_rule", result.graph_rule);
  root.Read("seconds", result.seconds);
  root.Read("steps", result.steps);
  root.Read("parameters", result.parameters);
  root.Read("networks", result.networks);
  root.Read("command", result.command);
  root.Read("version", result.version);
  result.edges = ReadEdges(source, root, result);
  return result;
}

Result ReadResult(const std::string& path) {
  return ResultFromJson(ReadJsonFile(path, "result.json"), path);
}

}  // namespace mask2cause
