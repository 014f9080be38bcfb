#include "report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

#include "mask2cause/options.h"
#include "mask2cause/version.h"
#include "report/base64.h"
#include "report/checks_json.h"
#include "report/json_text.h"
#include "report/page_panels.h"
#include "report/page_pictures.h"
#include "report/split_json.h"

namespace mask2cause {
namespace {

constexpr size_t kMostEdges = 20000;       // with all they carry; found ones always
constexpr size_t kMostLagNumbers = 40000;  // of lag profiles, strongest edges first

// The edges that the page knows in full, strongest first.
std::vector<Edge> PageEdges(const Result& result) {
  std::vector<Edge> edges;
  for (size_t i = 0; i < result.edges.size(); ++i) {
    if (i < kMostEdges || result.edges[i].found) edges.push_back(result.edges[i]);
  }
  return edges;
}

template <typename Text>
std::string Column(const std::vector<Edge>& edges, const Text& text) {
  std::string out = "[";
  for (size_t i = 0; i < edges.size(); ++i) {
    if (i > 0) out += ',';
    out += text(edges[i]);
  }
  return out + "]";
}

void AddNumbers(const char* name, const std::vector<Edge>& edges, double Edge::*member, JsonObject& object) {
  const bool known = std::ranges::any_of(edges, [&](const Edge& edge) { return !std::isnan(edge.*member); });
  if (known) object.AddText(name, Column(edges, [&](const Edge& edge) { return ShortNumber(edge.*member); }));
}

// Lag profiles, one behind the other, of as many of the strongest edges as there is room for.
std::string LagProfiles(const Result& result, const std::vector<Edge>& edges) {
  const size_t size = result.scores.size(), lags = result.lag_coefficients.size() / (size * size);
  std::string out = "[";
  for (size_t i = 0; i < std::min(edges.size(), kMostLagNumbers / lags); ++i) {
    for (size_t lag = 0; lag < lags; ++lag) {
      if (out.size() > 1) out += ',';
      out += ShortNumber(result.lag_coefficients[(lag * size + edges[i].target) * size + edges[i].source], 3);
    }
  }
  return out + "]";
}

std::string EdgesJson(const Result& result) {
  const std::vector<Edge> edges = PageEdges(result);
  JsonObject object;
  const auto add = [&](const char* name, const auto& text) { object.AddText(name, Column(edges, text)); };
  add("source", [](const Edge& edge) { return fmt::format("{}", edge.source); });
  add("target", [](const Edge& edge) { return fmt::format("{}", edge.target); });
  add("score", [](const Edge& edge) { return ShortNumber(edge.score, 5); });
  add("found", [](const Edge& edge) { return edge.found ? "1" : "0"; });
  add("lag", [](const Edge& edge) { return fmt::format("{}", edge.lag); });
  add("sign", [](const Edge& edge) { return edge.sign_varies ? "2" : fmt::format("{}", edge.sign); });
  add("kind", [](const Edge& edge) { return fmt::format("{}", static_cast<int>(edge.kind)); });
  AddNumbers("nats", edges, &Edge::nats, object);
  AddNumbers("nats_low", edges, &Edge::nats_low, object);
  AddNumbers("nats_high", edges, &Edge::nats_high, object);
  AddNumbers("p", edges, &Edge::p, object);
  AddNumbers("q", edges, &Edge::q, object);
  AddNumbers("stability", edges, &Edge::stability, object);
  AddNumbers("kind_confidence", edges, &Edge::kind_confidence, object);
  if (!result.lag_coefficients.empty()) {
    object.Add("lags", result.lag_coefficients.size() / result.scores.values.size());
    object.AddText("profiles", LagProfiles(result, edges));
  }
  return object.OnOneLine();
}

// All pairs as 16-bit steps between the least and the largest: enough for colours and curves.
std::string ScoresJson(const ScoreMatrix& scores) {
  double low = 0.0, high = 0.0;
  for (const double score : scores.values) {
    if (!std::isfinite(score)) continue;
    low = std::min(low, score);
    high = std::max(high, score);
  }
  const double step = high > low ? (high - low) / 65535.0 : 1.0;
  std::string bytes;
  for (const double score : scores.values) {
    const double distance = (score - low) / step;
    const auto steps = static_cast<uint32_t>(std::isfinite(distance) ? std::lround(distance) : 0);
    bytes += static_cast<char>(steps & 255);
    bytes += static_cast<char>(steps >> 8);
  }
  JsonObject object;
  object.Add("low", low);
  object.Add("step", step);
  object.Add("packed", Base64(bytes));
  return object.OnOneLine();
}

// Name, value and whether it is the default.
std::string OptionsJson(const Result& result) {
  const std::vector<std::pair<std::string, std::string>> used = OptionTexts(result.options);
  const std::vector<std::pair<std::string, std::string>> defaults = OptionTexts({});
  std::string out = "[";
  for (size_t i = 0; i < used.size(); ++i) {
    out += fmt::format("{}[{},{},{}]", i > 0 ? "," : "", JsonString(used[i].first), JsonString(used[i].second),
                       used[i].second == defaults[i].second);
  }
  return out + "]";
}

std::string ChoiceJson(const Choice& choice) {
  return JsonStrings({choice.option, choice.value, choice.reason});
}

std::string TruthText(const std::vector<double>& truth) {
  std::string out;
  for (const double cell : truth) out += cell != 0.0 ? '1' : '0';
  return out;
}

void AddRun(const Result& result, JsonObject& object) {
  object.Add("version", result.version.empty() ? Version() : result.version);
  object.Add("method", result.options.method);
  object.Add("command", result.command);
  object.Add("seconds", result.seconds);
  object.Add("steps", result.steps);
  object.Add("networks", result.networks);
  object.Add("members", result.epoch_losses.size());
  object.Add("fdr", result.options.fdr);
  object.Add("rule", result.graph_rule);
  object.AddText("options", OptionsJson(result));
  object.AddText("choices", JsonLines(result.choices, ChoiceJson, ""));
  object.Add("warnings", result.warnings);
}

void AddData(const Result& result, JsonObject& object) {
  object.Add("source", result.data_source);
  object.Add("fingerprint", result.data_fingerprint);
  object.Add("rows", result.data_rows);
  object.Add("trajectories", result.data_trajectories);
  object.Add("missing", result.data_missing);
  object.Add("left_out", result.data_left_out);
  object.Add("time_column", result.data_time_column);
  object.Add("excluded", result.excluded);
  object.AddText("checks", ChecksJson(result.checks));
}

void AddPanels(const Result& result, const ReportPanels& panels, JsonObject& object) {
  const std::vector<std::string>& names = result.scores.names;
  if (panels.comparison) object.AddText("comparison", PageComparison(*panels.comparison, names));
  if (result.forecast.steps > 0) object.AddText("forecast", PageForecast(result.forecast, names));
  if (panels.backtest) object.AddText("backtest", PageBacktest(*panels.backtest, names));
  if (panels.pruning) object.AddText("pruning", PagePruning(*panels.pruning, names));
}

}  // namespace

std::string PageData(const Result& result, const ReportPanels& panels) {
  JsonObject object;
  AddRun(result, object);
  AddData(result, object);
  object.Add("names", result.scores.names);
  object.Add("pairs", result.edges.size());
  object.AddText("split", SplitJson(result.split));
  object.AddText("scores", ScoresJson(result.scores));
  object.AddText("edges", EdgesJson(result));
  if (!result.truth.empty()) {
    object.Add("truth", TruthText(result.truth));
    object.AddText("metrics", ToJson(Evaluate(result.scores, result.truth)));
  }
  object.AddText("training", PageTraining(result));
  if (result.picture.buckets() > 0) object.AddText("series", PageSeries(result.picture));
  AddPanels(result, panels, object);
  return object.OnLines();
}

}  // namespace mask2cause
