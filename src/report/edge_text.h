// Edges in the words and weights that the exported graphs share.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/discover.h"
#include "mask2cause/export.h"

namespace mask2cause {

// Those of the final graph, or all, strongest first.
std::vector<Edge> ChosenEdges(const Result& result, const ExportOptions& options);

// 0 .. 1, relative to the strongest of these: by directed information where all have it, else by score.
std::vector<double> RelativeStrengths(const std::vector<Edge>& edges);

bool IsUnsure(const Edge& edge);  // not all networks pick it

std::string SignText(const Edge& edge);  // "+", "-", "mixed", or nothing

// "rain -> river: score 0.9, 0.31 nats, q 0.001, stability 1, lag 2, sign +, acts on the mean", as far as it is known.
std::string EdgeSummary(const Result& result, const Edge& edge);

// What an edge carries in formats of named attributes.
struct EdgeAttribute {
  const char* name;
  const char* type;                       // double, int, boolean or string
  std::string (*text)(const Edge& edge);  // nothing: unknown
};
const std::vector<EdgeAttribute>& EdgeAttributes();

}  // namespace mask2cause
