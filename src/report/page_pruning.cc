#include "report/json_text.h"
#include "report/name_index.h"
#include "report/page_panels.h"
#include "report/page_pictures.h"

namespace mask2cause {
namespace {

void AddScore(const char* name, const ForecasterScore& score, JsonObject& object) {
  JsonObject inner;
  inner.Add("inputs", score.inputs);
  inner.Add("parameters", score.parameters);
  inner.AddText("mse", ShortNumber(score.mse));
  if (!score.failure.empty()) inner.Add("failure", score.failure);
  object.AddText(name, inner.OnOneLine());
}

void AddReduction(const Reduction& reduction, JsonObject& object) {
  object.AddText("pr", ShortNumber(reduction.parameters_percent));
  object.AddText("mse_r", ShortNumber(reduction.mse_percent));
}

std::string VariableJson(const PrunedVariable& one, size_t place, const std::vector<std::string>& names) {
  JsonObject object;
  object.Add("place", place);
  object.AddText("parents", JsonCounts(PlacesOf(one.parents, names)));
  AddScore("full", one.full, object);
  AddScore("pruned", one.pruned, object);
  AddReduction(one.reduction, object);
  return object.OnOneLine();
}

}  // namespace

std::string PagePruning(const PruneReport& report, const std::vector<std::string>& names) {
  std::vector<std::string> variables, rows;
  for (const PrunedVariable& one : report.variables) variables.push_back(one.name);
  const std::vector<size_t> places = PlacesOf(variables, names);
  for (size_t v = 0; v < places.size(); ++v) rows.push_back(VariableJson(report.variables[v], places[v], names));
  JsonObject object;
  object.Add("model", report.options.model);
  object.Add("lags", report.options.lags);
  object.Add("train_rows", report.train_rows);
  object.Add("test_rows", report.test_rows);
  object.Add("excluded", report.excluded);
  object.Add("failed", report.failed);
  object.Add("full_parameters", report.full_parameters);
  object.Add("pruned_parameters", report.pruned_parameters);
  object.AddText("full_mse", ShortNumber(report.full_mse));
  object.AddText("pruned_mse", ShortNumber(report.pruned_mse));
  AddReduction(report.reduction, object);
  object.AddText("rows", JsonLines(rows));
  return object.OnOneLine();
}

}  // namespace mask2cause
