#pragma once

#include "mask2cause/graph.h"
#include "table.h"

namespace mask2cause {

// One row per figure, columns: off-diagonal (the primary one) and full. `number` prints the values.
Table MetricsTable(const Evaluation& evaluation, std::string (*number)(double));

}  // namespace mask2cause
