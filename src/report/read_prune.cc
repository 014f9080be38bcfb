#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "report/json_members.h"
#include "report/name_index.h"
#include "report/read_panels.h"

namespace mask2cause {
namespace {

using nlohmann::json;

ForecasterScore ReadScore(const JsonMembers& members) {
  ForecasterScore score;
  members.Require({"inputs", "parameters"});
  members.Read("inputs", score.inputs);
  members.Read("parameters", score.parameters);
  members.Read("mse", score.mse);
  members.Read("failure", score.failure);
  return score;
}

void ReadReduction(const JsonMembers& members, Reduction& reduction) {
  members.Read("parameter_reduction_percent", reduction.parameters_percent);
  members.Read("mse_reduction_percent", reduction.mse_percent);
}

PrunedVariable ReadVariable(const JsonSource& source, const JsonMembers& members, const std::string& place) {
  PrunedVariable one;
  members.Require({"variable", "parents", "full", "pruned"});
  members.Read("variable", one.name);
  members.Read("parents", one.parents);
  one.full = ReadScore(JsonMembers(source, fmt::format("\"full\" of {}", place), *members.Find("full")));
  one.pruned = ReadScore(JsonMembers(source, fmt::format("\"pruned\" of {}", place), *members.Find("pruned")));
  ReadReduction(members, one.reduction);
  return one;
}

std::vector<std::string> NamesOf(const PruneReport& report) {
  std::vector<std::string> names;
  for (const PrunedVariable& one : report.variables) names.push_back(one.name);
  return names;
}

}  // namespace

PruneReport PruneReportFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names) {
  const JsonSource source{file, "what prune found", "give what `mask2cause prune ... --json` printed"};
  const json parsed = ParseJson(text, source);
  const JsonMembers root(source, "", parsed);
  root.Require({"model", "options", "train_rows", "test_rows", "full_parameters", "pruned_parameters", "rows"});
  PruneReport report;
  root.Read("model", report.options.model);
  JsonMembers(source, "\"options\"", *root.Find("options")).Read("lags", report.options.lags);
  root.Read("data", report.data_source);
  root.Read("train_rows", report.train_rows);
  root.Read("test_rows", report.test_rows);
  root.Read("excluded", report.excluded);
  root.Read("failed", report.failed);
  root.Read("full_parameters", report.full_parameters);
  root.Read("pruned_parameters", report.pruned_parameters);
  root.Read("full_mse", report.full_mse);
  root.Read("pruned_mse", report.pruned_mse);
  ReadReduction(root, report.reduction);
  for (const json& item : root.List("rows")) {
    const std::string place = fmt::format("row {}", report.variables.size() + 1);
    report.variables.push_back(ReadVariable(source, JsonMembers(source, place, item), place));
    PlacesOf(report.variables.back().parents, names, file);
  }
  PlacesOf(NamesOf(report), names, file);
  return report;
}

PruneReport ReadPruneReport(const std::string& path, const std::vector<std::string>& names) {
  return PruneReportFromJson(ReadJsonFile(path, "prune.json"), path, names);
}

}  // namespace mask2cause
