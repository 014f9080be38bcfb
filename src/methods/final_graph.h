// Which of the ranked edges are the graph.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/discover.h"

namespace mask2cause {

// Throws Error{kUsage} when two rules are given.
void CheckGraphRule(const DiscoverOptions& options);

// Whether the method gave p-values, at least for some.
bool AreTested(const std::vector<Edge>& edges);

// Sets `found` of each edge (strongest first) by the rule the options give: scores above --threshold, the --top-k
// strongest, a --density, or else --fdr: q-values, and where networks vote also their picks and scores. A method
// without p-values is cut at the split. `knowledge` (n, n) over `variables`, or empty: a forbidden edge is never in the
// graph, a required one always. Returns the rule in words.
std::string ChooseGraph(const DiscoverOptions& options, const ScoreSplit& split, const std::vector<double>& knowledge,
                        const std::vector<size_t>& variables, std::vector<Edge>& edges);

}  // namespace mask2cause
