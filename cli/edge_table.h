#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mask2cause/discover.h"
#include "table.h"

namespace mask2cause {

// The `top` strongest edges, "source -> target", without columns that the method cannot fill. `truth` (N x N, may be
// empty) adds a column that says what is true.
Table EdgeTable(const Result& result, const std::vector<double>& truth, size_t top);
// All of them with exact numbers, source and target in their own columns.
Table EdgeTableForScripts(const Result& result, const std::vector<double>& truth);

// How many edges the graph has and by which rule, in a sentence.
std::string GraphText(const Result& result);

// True edges that are not in the graph, a line each; empty when there are none.
std::string MissedEdgesText(const Result& result, const std::vector<double>& truth);

}  // namespace mask2cause
