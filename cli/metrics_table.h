#pragma once

#include <string>

#include "mask2cause/graph.h"

namespace mask2cause {

// For people: the figures that need no threshold, then the decisions at each. `with_self_edges` adds the full matrix to
// the off-diagonal (the primary) figures.
std::string MetricsForPeople(const Evaluation& evaluation, bool with_self_edges);

// One row per figure with exact numbers, tab-separated; columns: off-diagonal and with self edges.
std::string MetricsForScripts(const Evaluation& evaluation);

}  // namespace mask2cause
