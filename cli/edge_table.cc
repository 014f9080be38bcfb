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
  return edge.sign > 0 ? "+" : edge.sign < 0 ? "-" : "?";
}

bool IsTrue(const Result& result, const std::vector<double>& truth, const Edge& edge) {
  return truth[edge.target * result.scores.size() + edge.source] != 0.0;
}

bool IsFound(const Result& result, const Edge& edge) {
  return edge.score > result.split.threshold;
}

// Columns that would be empty from top to bottom are not shown.
struct Known {
  bool kind = false, lag = false, p = false;
};

Known WhatIsKnown(const Result& result) {
  Known known;
  for (const Edge& edge : result.edges) {
    known.kind |= edge.kind != EdgeKind::kUnknown;
    known.lag |= edge.lag > 0;
    known.p |= !std::isnan(edge.p);
  }
  return known;
}

}  // namespace

Table EdgeTable(const Result& result, const std::vector<double>& truth, size_t top) {
  const Known known = WhatIsKnown(result);
  std::vector<Table::Column> columns{{"edge", Table::Align::kLeft}, {"score"}};
  if (known.kind) columns.push_back({"acts on", Table::Align::kLeft});
  if (known.lag) columns.insert(columns.end(), {{"lag"}, {"sign"}});
  if (known.p) columns.insert(columns.end(), {{"p"}, {"q"}});
  columns.push_back({"found", Table::Align::kLeft});
  if (!truth.empty()) columns.push_back({"truth", Table::Align::kLeft});
  Table table(columns);
  for (size_t i = 0; i < std::min(top, result.edges.size()); ++i) {
    const Edge& edge = result.edges[i];
    std::vector<std::string> cells{ArrowText(result, edge), ShortNumber(edge.score)};
    if (known.kind) cells.push_back(EdgeKindName(edge.kind));
    if (known.lag) cells.insert(cells.end(), {LagText(edge), SignText(edge)});
    if (known.p) cells.insert(cells.end(), {ShortNumber(edge.p), ShortNumber(edge.q)});
    cells.push_back(IsFound(result, edge) ? "yes" : "no");
    if (!truth.empty()) cells.push_back(IsTrue(result, truth, edge) ? "edge" : "no edge");
    table.AddRow(std::move(cells));
  }
  return table;
}

Table EdgeTableForScripts(const Result& result, const std::vector<double>& truth) {
  std::vector<Table::Column> columns{{"source"}, {"target"}, {"score"}, {"lag"}, {"sign"}, {"p"}, {"q"}, {"kind"}, {"found"}};
  if (!truth.empty()) columns.push_back({"truth"});
  Table table(columns);
  for (const Edge& edge : result.edges) {
    std::vector<std::string> cells{result.scores.names[edge.source],
                                   result.scores.names[edge.target],
                                   ExactNumber(edge.score),
                                   std::to_string(edge.lag),
                                   std::to_string(edge.sign),
                                   ExactNumber(edge.p),
                                   ExactNumber(edge.q),
                                   EdgeKindName(edge.kind),
                                   IsFound(result, edge) ? "1" : "0"};
    if (!truth.empty()) cells.push_back(IsTrue(result, truth, edge) ? "1" : "0");
    table.AddRow(std::move(cells));
  }
  return table;
}

std::string ThresholdText(const Result& result) {
  return fmt::format("{} of {} possible edges are above the unsupervised threshold {}\n", result.split.above,
                     result.edges.size(), ShortNumber(result.split.threshold));
}

std::string MissedEdgesText(const Result& result, const std::vector<double>& truth) {
  std::string out;
  for (const Edge& edge : result.edges) {
    if (IsFound(result, edge) || !IsTrue(result, truth, edge)) continue;
    out += fmt::format("  {}  (score {})\n", ArrowText(result, edge), ShortNumber(edge.score));
  }
  return out.empty() ? out : "true edges that were not found\n" + out;
}

}  // namespace mask2cause
