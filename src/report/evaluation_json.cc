#include <string>

#include "mask2cause/report.h"
#include "report/json_text.h"
#include "report/split_json.h"

namespace mask2cause {
namespace {

std::string DecisionJson(const Decision& decision) {
  JsonObject object;
  object.Add("threshold", decision.threshold);
  object.Add("true_positive", decision.true_positive);
  object.Add("false_positive", decision.false_positive);
  object.Add("false_negative", decision.false_negative);
  object.Add("true_negative", decision.true_negative);
  object.Add("precision", decision.precision);
  object.Add("recall", decision.recall);
  object.Add("f1", decision.f1);
  object.Add("shd", decision.shd);
  return object.OnOneLine();
}

std::string MetricsJson(const Metrics& metrics) {
  JsonObject object("  ");
  object.Add("pairs", metrics.pairs);
  object.Add("edges", metrics.edges);
  object.Add("auroc", metrics.auroc);
  object.Add("auprc", metrics.auprc);
  object.Add("average_precision", metrics.average_precision);
  object.AddText("at_true_density", DecisionJson(metrics.at_true_density));
  object.AddText("at_fixed", DecisionJson(metrics.at_fixed));
  object.AddText("at_split", DecisionJson(metrics.at_split));
  return object.OnLines();
}

}  // namespace

std::string SplitJson(const ScoreSplit& split) {
  JsonObject object;
  object.Add("threshold", split.threshold);
  object.Add("low_centre", split.low_centre);
  object.Add("high_centre", split.high_centre);
  object.Add("gap", split.gap);
  object.Add("above", split.above);
  object.Add("two_humped", split.two_humped);
  return object.OnOneLine();
}

std::string ToJson(const Evaluation& evaluation) {
  JsonObject object;
  object.AddText("off_diagonal", MetricsJson(evaluation.off_diagonal));
  object.AddText("full", MetricsJson(evaluation.full));
  object.AddText("split", SplitJson(evaluation.split));
  return object.OnLines() + "\n";
}

}  // namespace mask2cause
