#include <string>

#include "mask2cause/prune.h"
#include "report/json_text.h"

namespace mask2cause {
namespace {

std::string ScoreJson(const ForecasterScore& score) {
  JsonObject object;
  object.Add("inputs", score.inputs);
  object.Add("parameters", score.parameters);
  object.Add("mse", score.mse);
  if (!score.failure.empty()) object.Add("failure", score.failure);
  return object.OnOneLine();
}

void AddReduction(const Reduction& reduction, JsonObject& object) {
  object.Add("parameter_reduction_percent", reduction.parameters_percent);
  object.Add("mse_reduction_percent", reduction.mse_percent);
}

std::string VariableJson(const PrunedVariable& one) {
  JsonObject object;
  object.Add("variable", one.name);
  object.Add("parents", one.parents);
  object.AddText("full", ScoreJson(one.full));
  object.AddText("pruned", ScoreJson(one.pruned));
  AddReduction(one.reduction, object);
  return object.OnOneLine();
}

std::string OptionsJson(const PruneOptions& options) {
  JsonObject object;
  object.Add("lags", options.lags);
  object.Add("train", options.train_share);
  const bool trained = options.model == "mlp" || options.model == "nbeats";
  if (trained) {
    object.Add("epochs", options.epochs);
    object.Add("lr", options.lr);
    object.Add("seed", static_cast<size_t>(options.seed));
  }
  if (options.model == "nbeats") object.Add("nbeats", options.nbeats);
  if (options.model == "arimax") {
    object.Add("ar", options.ar);
    object.Add("ma", options.ma);
  }
  return object.OnOneLine();
}

}  // namespace

std::string ToJson(const PruneReport& report) {
  JsonObject object;
  object.Add("model", report.options.model);
  object.AddText("options", OptionsJson(report.options));
  object.Add("data", report.data_source);
  object.Add("train_rows", report.train_rows);
  object.Add("test_rows", report.test_rows);
  object.Add("excluded", report.excluded);
  object.Add("failed", report.failed);
  object.Add("full_parameters", report.full_parameters);
  object.Add("pruned_parameters", report.pruned_parameters);
  object.Add("full_mse", report.full_mse);
  object.Add("pruned_mse", report.pruned_mse);
  AddReduction(report.reduction, object);
  std::vector<std::string> rows;
  for (const PrunedVariable& one : report.variables) rows.push_back(VariableJson(one));
  object.AddText("rows", JsonLines(rows));
  return object.OnLines() + "\n";
}

}  // namespace mask2cause
