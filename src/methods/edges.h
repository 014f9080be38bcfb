// The list of edges from a method's matrices.
#pragma once

#include <vector>

#include "methods/method.h"

namespace mask2cause {

// Every off-diagonal pair of the fitted variables with all that the method says of it, strongest first; q-values over
// all.
std::vector<Edge> MakeEdges(const MethodOutput& output, const std::vector<size_t>& variables);

}  // namespace mask2cause
