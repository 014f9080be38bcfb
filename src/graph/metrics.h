// The graded pairs of a score matrix and the figures over them, apart from how the pairs were chosen.
#pragma once

#include <cstddef>
#include <vector>

#include "mask2cause/graph.h"

namespace mask2cause {

struct GradedPair {
  double score;
  bool edge;  // in the truth
};

// Areas in one pass over the pairs sorted by falling score; pairs with equal scores enter together, as in sklearn.
struct CurveAreas {
  double auroc, auprc, average_precision;
};
CurveAreas MeasureCurves(const std::vector<GradedPair>& sorted);

// A pair is called an edge when its score is greater than the threshold.
Decision DecideAbove(const std::vector<GradedPair>& pairs, double threshold);

// Calls exactly as many pairs edges as the truth has, from the top. When equal scores straddle the cut, the non-edges
// among them go first: a tie never flatters, and the figure does not depend on the order of the variables.
// The threshold is midway between the last pair taken and the first one left, or their common score.
Decision DecideAtTrueDensity(const std::vector<GradedPair>& sorted);

Metrics Measure(std::vector<GradedPair> pairs, double fixed_threshold, double split_threshold);

}  // namespace mask2cause
