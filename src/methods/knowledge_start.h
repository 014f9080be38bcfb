// Background knowledge as logits. A logit this far out makes a gate exactly 0 or 1, which has no gradient: it stays so
// for the whole training, is shut or open in the model file, and costs nothing.
#pragma once

#include <cstddef>
#include <vector>

namespace mask2cause {

// `knowledge` (n, n) [target][source]: 0 forbidden, 1 required, between: prior probability, NaN: nothing. Changes
// theta_start (graphs, n, n). Forbidden holds for both kinds of causes, required for the mean's.
void ApplyKnowledge(const std::vector<double>& knowledge, size_t graphs, std::vector<double>& theta_start);

}  // namespace mask2cause
