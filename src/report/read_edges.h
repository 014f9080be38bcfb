#pragma once

#include <string>
#include <vector>

#include "mask2cause/discover.h"
#include "report/json_members.h"

namespace mask2cause {

// The "edges" of `root`, which name variables of `result`. Throws Error{kData}, also when a pair is there twice or ends
// where it starts, or a lag is beyond the lag coefficients: whoever draws or tabulates edges need not ask again.
std::vector<Edge> ReadEdges(const JsonSource& source, const JsonMembers& root, const Result& result);

}  // namespace mask2cause
