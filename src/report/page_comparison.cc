#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "report/json_text.h"
#include "report/name_index.h"
#include "report/page_panels.h"
#include "report/page_pictures.h"

namespace mask2cause {
namespace {

constexpr size_t kMostRows = 2000;  // of the most agreed; compare.csv has all

std::string MethodJson(const Comparison& comparison, size_t method) {
  const MethodOutcome& outcome = comparison.methods[method];
  JsonObject object;
  object.Add("name", outcome.method);
  if (!outcome.ok()) {
    object.Add("failure", outcome.failure);
    return object.OnOneLine();
  }
  const auto found =
      std::ranges::count_if(comparison.edges, [&](const ComparedEdge& edge) { return edge.views[method].found; });
  object.Add("edges", static_cast<size_t>(found));
  object.Add("rule", outcome.result.graph_rule);
  object.AddText("seconds", ShortNumber(outcome.result.seconds, 3));
  if (!comparison.truth.empty()) {
    object.AddText("auroc", ShortNumber(outcome.evaluation.off_diagonal.auroc));
    object.AddText("auprc", ShortNumber(outcome.evaluation.off_diagonal.auprc));
  }
  return object.OnOneLine();
}

// One number or digit of each edge, with `between` them.
template <typename Text>
std::string Column(std::span<const ComparedEdge> edges, const char* between, const Text& text) {
  std::string out;
  for (const ComparedEdge& edge : edges) out += fmt::format("{}{}", out.empty() ? "" : between, text(edge));
  return out;
}

}  // namespace

std::string PageComparison(const Comparison& comparison, const std::vector<std::string>& names) {
  const std::vector<size_t> places = PlacesOf(comparison.names, names);
  const size_t fitted = static_cast<size_t>(std::ranges::count_if(comparison.methods, &MethodOutcome::ok));
  const auto agreed = [&](const auto& enough) {
    return static_cast<size_t>(
        std::ranges::count_if(comparison.edges, [&](const ComparedEdge& edge) { return enough(edge.agree); }));
  };
  const std::span<const ComparedEdge> edges(comparison.edges.data(), std::min(comparison.edges.size(), kMostRows));
  JsonObject object;
  const auto add = [&](const char* name, const auto& number) {
    object.AddText(name, fmt::format("[{}]", Column(edges, ",", number)));
  };
  object.Add("pairs", comparison.edges.size());
  object.Add("in_every", agreed([&](size_t agree) { return agree == fitted; }));
  object.Add("in_some", agreed([&](size_t agree) { return agree > 0 && agree < fitted; }));
  add("source", [&](const ComparedEdge& edge) { return places[edge.source]; });
  add("target", [&](const ComparedEdge& edge) { return places[edge.target]; });
  add("agree", [](const ComparedEdge& edge) { return edge.agree; });
  add("mean_rank", [](const ComparedEdge& edge) { return ShortNumber(edge.mean_rank); });
  std::vector<std::string> methods, ranks, found;
  for (size_t m = 0; m < comparison.methods.size(); ++m) {
    methods.push_back(MethodJson(comparison, m));
    const auto rank = [&](const ComparedEdge& edge) { return edge.views[m].rank; };
    ranks.push_back(fmt::format("[{}]", Column(edges, ",", rank)));
    found.push_back(Column(edges, "", [&](const ComparedEdge& edge) { return edge.views[m].found ? '1' : '0'; }));
  }
  object.AddText("methods", JsonLines(methods));
  object.AddText("ranks", JsonLines(ranks));
  object.Add("found", found);
  if (!comparison.truth.empty()) {
    const size_t size = comparison.names.size();
    object.Add("truth", Column(edges, "", [&](const ComparedEdge& edge) {
                 return comparison.truth[edge.target * size + edge.source] != 0.0 ? '1' : '0';
               }));
  }
  return object.OnOneLine();
}

}  // namespace mask2cause
