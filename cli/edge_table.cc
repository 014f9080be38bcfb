#include "edge_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "terminal.h"

namespace mask2cause {
namespace {

std::string ArrowText(const Result& result, const Edge& edge) {
  return Printable(result.scores.names[edge.source]) + " -> " + Printable(result.scores.names[edge.target]);
}

std::string LagText(const Edge& edge) {
  return edge.lag > 0 ? std::to_string(edge.lag) : "-";
}

std::string SignText(const Edge& edge) {
  return edge.sign_varies ? "mixed" : edge.sign > 0 ? "+" : edge.sign < 0 ? "-" : "?";
}

bool IsTrue(const Result& result, const std::vector<double>& truth, const Edge& edge) {
  return truth[edge.target * result.scores.size() + edge.source] != 0.0;
}

std::string IntervalText(const Edge& edge) {
  return fmt::format("{:.3f} ({:.3f} to {:.3f})", edge.nats, edge.nats_low, edge.nats_high);
}

std::string KindText(const Edge& edge) {
  const std::string name = EdgeKindName(edge.kind);
  if (std::isnan(edge.kind_confidence)) return name;
  return fmt::format("{} {:.0f}%", name, std::floor(100.0 * edge.kind_confidence));
}

// Columns that would be empty from top to bottom are not shown.
struct Known {
  bool kind = false, lag = false, p = false, nats = false, stability = false;
};

Known WhatIsKnown(const Result& result) {
  Known known;
  for (const Edge& edge : result.edges) {
    known.kind |= edge.kind != EdgeKind::kUnknown;
    known.lag |= edge.lag > 0;
    known.p |= !std::isnan(edge.p);
    known.nats |= !std::isnan(edge.nats);
    known.stability |= !std::isnan(edge.stability);
  }
  return known;
}

}  // namespace

Table EdgeTable(const Result& result, const std::vector<double>& truth, size_t top) {
  const Known known = WhatIsKnown(result);
  std::vector<Table::Column> columns{{"edge", Table::Align::kLeft}, {"score"}};
  if (known.nats) columns.push_back({"nats (95 %)", Table::Align::kLeft});
  if (known.p) columns.push_back({"q"});
  if (known.stability) columns.push_back({"stable"});
  if (known.lag) columns.insert(columns.end(), {{"lag"}, {"sign"}});
  if (known.kind) columns.push_back({"acts on", Table::Align::kLeft});
  columns.push_back({"found", Table::Align::kLeft});
  if (!truth.empty()) columns.push_back({"truth", Table::Align::kLeft});
  Table table(columns);
  for (size_t i = 0; i < std::min(top, result.edges.size()); ++i) {
    const Edge& edge = result.edges[i];
    std::vector<std::string> cells{ArrowText(result, edge), ShortNumber(edge.score)};
    if (known.nats) cells.push_back(IntervalText(edge));
    if (known.p) cells.push_back(ShortNumber(edge.q));
    if (known.stability) cells.push_back(fmt::format("{:.0f}%", 100.0 * edge.stability));
    if (known.lag) cells.insert(cells.end(), {LagText(edge), SignText(edge)});
    if (known.kind) cells.push_back(KindText(edge));
    cells.push_back(edge.found ? "yes" : "no");
    if (!truth.empty()) cells.push_back(IsTrue(result, truth, edge) ? "edge" : "no edge");
    table.AddRow(std::move(cells));
  }
  return table;
}

Table EdgeTableForScripts(const Result& result, const std::vector<double>& truth) {
  std::vector<Table::Column> columns;
  for (const char* name : {"source", "target", "score", "lag", "sign", "p", "q", "kind", "found", "nats", "nats_low",
                           "nats_high", "stability", "kind_confidence"}) {
    columns.push_back({name});
  }
  if (!truth.empty()) columns.push_back({"truth"});
  Table table(columns);
  for (const Edge& edge : result.edges) {
    std::vector<std::string> cells{result.scores.names[edge.source],
                                   result.scores.names[edge.target],
                                   ExactNumber(edge.score),
                                   std::to_string(edge.lag),
                                   edge.sign_varies ? "mixed" : std::to_string(edge.sign),
                                   ExactNumber(edge.p),
                                   ExactNumber(edge.q),
                                   EdgeKindName(edge.kind),
                                   edge.found ? "1" : "0"};
    for (const double value : {edge.nats, edge.nats_low, edge.nats_high, edge.stability, edge.kind_confidence}) {
      cells.push_back(ExactNumber(value));
    }
    if (!truth.empty()) cells.push_back(IsTrue(result, truth, edge) ? "1" : "0");
    table.AddRow(std::move(cells));
  }
  return table;
}

std::string GraphText(const Result& result) {
  const auto found =
      std::count_if(result.edges.begin(), result.edges.end(), [](const Edge& edge) { return edge.found; });
  return fmt::format("{} of {} possible edges are in the graph: {}\n", found, result.edges.size(), result.graph_rule);
}

std::string MissedEdgesText(const Result& result, const std::vector<double>& truth) {
  std::string out;
  for (const Edge& edge : result.edges) {
    if (edge.found || !IsTrue(result, truth, edge)) continue;
    out += fmt::format("  {}  (score {})\n", ArrowText(result, edge), ShortNumber(edge.score));
  }
  return out.empty() ? out : "true edges that were not found\n" + out;
}

}  // namespace mask2cause
