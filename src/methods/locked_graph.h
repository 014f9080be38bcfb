#pragma once

#include <vector>

#include "methods/method.h"

namespace mask2cause {

// The graph given with --lock-graph, restricted to the fitted variables: (n, n) [target][source], or empty when none is
// given. Matched by name when the file has names. Throws Error{kData}.
std::vector<double> ReadLockedGraph(const MethodInput& input);

}  // namespace mask2cause
