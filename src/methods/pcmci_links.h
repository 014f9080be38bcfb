// PCMCI with partial correlations (Runge et al. 2019): which lagged links are left when the past that matters is known.
// First, for each target, the candidates are thinned: a candidate must stay correlated given 0, 1, 2, ... of the
// strongest others (PC1). Then each link is tested given what is left for its target, and for its source (MCI).
//
// A row counts when it has twice the lags before it in its trajectory: the past of the source reaches so far back.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "methods/method.h"

namespace mask2cause {

struct PcmciLinks {
  std::vector<double> values;    // (lags, n, n) [lag-1][target][source]: partial correlations
  std::vector<double> p_values;  // likewise; NaN when there are too few rows
  std::vector<std::string> warnings;
};

// Throws Error{kData} when no trajectory is long enough.
PcmciLinks FindPcmciLinks(const MethodInput& input);

}  // namespace mask2cause
