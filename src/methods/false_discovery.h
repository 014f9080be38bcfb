// Many edges are tested at once: q-values say what share of those called edges is expected to be wrong.
#pragma once

#include <vector>

#include "mask2cause/discover.h"

namespace mask2cause {

// Sets q from p of all edges together (Benjamini and Hochberg 1995); NaN p keeps NaN q and does not count.
void AdjustForFalseDiscovery(std::vector<Edge>& edges);

}  // namespace mask2cause
