#include "report/edge_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mask2cause {
namespace {

template <double Edge::*value>
std::string NumberText(const Edge& edge) {
  return std::isfinite(edge.*value) ? fmt::format("{}", edge.*value) : "";
}

std::string LagText(const Edge& edge) {
  return edge.lag > 0 ? std::to_string(edge.lag) : "";
}

std::string FoundText(const Edge& edge) {
  return edge.found ? "true" : "false";
}

std::string KindText(const Edge& edge) {
  return EdgeKindName(edge.kind);
}

}  // namespace

std::vector<Edge> ChosenEdges(const Result& result, const ExportOptions& options) {
  std::vector<Edge> edges;
  std::ranges::copy_if(result.edges, std::back_inserter(edges),
                       [&](const Edge& edge) { return options.all_pairs || edge.found; });
  return edges;
}

std::vector<double> RelativeStrengths(const std::vector<Edge>& edges) {
  const bool all_have_nats = std::ranges::all_of(edges, [](const Edge& edge) { return std::isfinite(edge.nats); });
  std::vector<double> strengths;
  for (const Edge& edge : edges) {
    const double strength = all_have_nats ? edge.nats : edge.score;
    strengths.push_back(std::isfinite(strength) ? std::max(0.0, strength) : 0.0);
  }
  const double largest = edges.empty() ? 0.0 : *std::ranges::max_element(strengths);
  for (double& strength : strengths) strength = largest > 0.0 ? strength / largest : 0.0;
  return strengths;
}

bool IsUnsure(const Edge& edge) {
  return edge.stability < 1.0;
}

std::string SignText(const Edge& edge) {
  if (edge.sign_varies) return "mixed";
  return edge.sign > 0 ? "+" : edge.sign < 0 ? "-" : "";
}

std::string EdgeSummary(const Result& result, const Edge& edge) {
  const std::vector<std::string>& names = result.scores.names;
  std::string out = fmt::format("{} -> {}: score {:.4g}", names[edge.source], names[edge.target], edge.score);
  auto end = std::back_inserter(out);
  if (std::isfinite(edge.nats)) fmt::format_to(end, ", {:.3g} nats", edge.nats);
  if (std::isfinite(edge.q)) fmt::format_to(end, ", q {:.3g}", edge.q);
  if (std::isfinite(edge.stability)) fmt::format_to(end, ", stability {:.2g}", edge.stability);
  if (edge.lag > 0) fmt::format_to(end, ", lag {}", edge.lag);
  if (!SignText(edge).empty()) fmt::format_to(end, ", sign {}", SignText(edge));
  if (edge.kind == EdgeKind::kBoth) out += ", acts on mean and variance";
  if (edge.kind == EdgeKind::kMean || edge.kind == EdgeKind::kVariance) {
    fmt::format_to(end, ", acts on the {}", EdgeKindName(edge.kind));
  }
  return out;
}

const std::vector<EdgeAttribute>& EdgeAttributes() {
  static const std::vector<EdgeAttribute> attributes = {
      {"score", "double", NumberText<&Edge::score>},
      {"found", "boolean", FoundText},
      {"nats", "double", NumberText<&Edge::nats>},
      {"nats_low", "double", NumberText<&Edge::nats_low>},
      {"nats_high", "double", NumberText<&Edge::nats_high>},
      {"p", "double", NumberText<&Edge::p>},
      {"q", "double", NumberText<&Edge::q>},
      {"stability", "double", NumberText<&Edge::stability>},
      {"lag", "int", LagText},
      {"sign", "string", SignText},
      {"kind", "string", KindText},
      {"kind_confidence", "double", NumberText<&Edge::kind_confidence>},
  };
  return attributes;
}

}  // namespace mask2cause
