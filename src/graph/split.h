// The two-cluster split on plain numbers.
#pragma once

#include <vector>

#include "mask2cause/graph.h"

namespace mask2cause {

// Splits where the sum of squares within the two clusters is smallest; exact, O(n log n). Takes finite numbers.
ScoreSplit SplitValues(std::vector<double> values);

}  // namespace mask2cause
