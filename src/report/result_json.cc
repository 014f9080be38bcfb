#include <cmath>
#include <string>

#include "mask2cause/options.h"
#include "mask2cause/report.h"
#include "mask2cause/version.h"
#include "report/checks_json.h"
#include "report/forecast_json.h"
#include "report/json_text.h"
#include "report/picture_json.h"
#include "report/result_schema.h"
#include "report/split_json.h"

namespace mask2cause {
namespace {

class OptionEcho : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t& value) override { object_.Add(info.name, value); }
  void Visit(const OptionInfo& info, double& value) override { object_.Add(info.name, value); }
  void Visit(const OptionInfo& info, bool& value) override { object_.Add(info.name, value); }
  void Visit(const OptionInfo& info, std::string& value) override { object_.Add(info.name, value); }
  std::string Text() const { return object_.OnOneLine(); }

 private:
  JsonObject object_;
};

std::string OptionsJson(DiscoverOptions options) {
  OptionEcho echo;
  VisitOptions(options, echo);
  return echo.Text();
}

std::string DataJson(const Result& result) {
  JsonObject data;
  data.Add("source", result.data_source);
  data.Add("fingerprint", result.data_fingerprint);
  data.Add("rows", result.data_rows);
  data.Add("trajectories", result.data_trajectories);
  data.Add("missing", result.data_missing);
  if (result.data_left_out > 0) data.Add("left_out", result.data_left_out);
  if (!result.data_time_column.empty()) data.Add("time_column", result.data_time_column);
  return data.OnOneLine();
}

void AddIfKnown(const char* name, double value, JsonObject& object) {
  if (!std::isnan(value)) object.Add(name, value);
}

std::string EdgeJson(const Result& result, const Edge& edge) {
  JsonObject object;
  object.Add("source", result.scores.names[edge.source]);
  object.Add("target", result.scores.names[edge.target]);
  object.Add("score", edge.score);
  object.Add("found", edge.found);
  object.Add("lag", edge.lag);
  object.Add("sign", edge.sign);
  if (edge.sign_varies) object.Add("sign_varies", true);
  object.Add("p", edge.p);
  object.Add("q", edge.q);
  AddIfKnown("nats", edge.nats, object);
  AddIfKnown("nats_low", edge.nats_low, object);
  AddIfKnown("nats_high", edge.nats_high, object);
  AddIfKnown("stability", edge.stability, object);
  if (edge.kind != EdgeKind::kUnknown) object.Add("kind", EdgeKindName(edge.kind));
  AddIfKnown("kind_confidence", edge.kind_confidence, object);
  return object.OnOneLine();
}

// [lag-1][target][source]
std::string LagCoefficientsJson(const Result& result) {
  const size_t size = result.scores.size();
  std::string out = "[";
  for (size_t at = 0; at + size * size <= result.lag_coefficients.size(); at += size * size) {
    out += at > 0 ? ",\n    " : "\n    ";
    out += JsonMatrix(result.lag_coefficients.data() + at, size, size, "    ");
  }
  return out + "\n  ]";
}

std::string ChoiceJson(const Choice& choice) {
  JsonObject object;
  object.Add("option", choice.option);
  object.Add("value", choice.value);
  object.Add("reason", choice.reason);
  return object.OnOneLine();
}

}  // namespace

std::string ToJson(const Result& result) {
  const size_t size = result.scores.size();
  JsonObject object;
  object.Add("schema", kResultSchema);
  object.Add("version", result.version.empty() ? Version() : result.version);
  if (!result.command.empty()) object.Add("command", result.command);
  object.AddText("options", OptionsJson(result.options));
  object.AddText("data", DataJson(result));
  object.Add("seconds", result.seconds);
  object.Add("steps", result.steps);
  if (result.parameters > 0) object.Add("parameters", result.parameters);
  if (result.networks > 0) object.Add("networks", result.networks);
  object.Add("warnings", result.warnings);
  if (!result.choices.empty()) object.AddText("choices", JsonLines(result.choices, ChoiceJson, "  "));
  object.AddText("checks", ChecksJson(result.checks));
  object.Add("excluded", result.excluded);
  object.Add("graph_rule", result.graph_rule);
  object.AddText("split", SplitJson(result.split));
  object.Add("names", result.scores.names);
  object.Add("orientation", "scores[target][source]");
  object.AddText("scores", JsonMatrix(result.scores.values.data(), size, size));
  if (!result.mean_scores.empty()) {
    object.AddText("mean_scores", JsonMatrix(result.mean_scores.data(), size, size));
    object.AddText("variance_scores", JsonMatrix(result.variance_scores.data(), size, size));
  }
  object.AddText("edges", JsonLines(
                              result.edges, [&](const Edge& edge) { return EdgeJson(result, edge); }, "  "));
  if (size > 0 && !result.lag_coefficients.empty()) object.AddText("lag_coefficients", LagCoefficientsJson(result));
  if (!result.truth.empty()) object.AddText("truth", JsonMatrix(result.truth.data(), size, size));
  // [member][epoch]
  if (!result.epoch_losses.empty()) object.AddText("epoch_losses", JsonLines(result.epoch_losses, JsonNumbers, "  "));
  if (!result.held_out_runs.empty()) object.AddText("held_out_runs", HeldOutRunsJson(result.held_out_runs));
  if (!result.gates.epochs.empty()) object.AddText("gates", GatesJson(result.gates));
  if (!result.picture.series.empty()) object.AddText("picture", PictureJson(result.picture));
  if (result.forecast.steps > 0) object.AddText("forecast", ForecastJson(result.forecast, "  "));
  return object.OnLines() + "\n";
}

}  // namespace mask2cause
