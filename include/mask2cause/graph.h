// Scores, the graph they imply, and how good it is against a known truth.
// Orientation, everywhere: matrix[target][source], that is values[target * size + source].
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mask2cause {

struct ScoreMatrix {
  std::vector<std::string> names;
  std::vector<double> values;  // (N, N), [target][source]

  size_t size() const { return names.size(); }
  double at(size_t target, size_t source) const { return values[target * names.size() + source]; }
};

// Two-cluster split of the off-diagonal scores (paper, appendix "Thresholding"): the split with the smallest sum of
// squares within the clusters. When all scores are equal there is none: the threshold is that score, and nothing is
// above it.
//
// two_humped asks for a valley. Either two thirds of the way between the two centres are empty, or the middle of that
// way (a sixth of it to either side) holds significantly fewer scores than the same width around each centre: a sign
// test at one percent. Fewer than six scores never count as two-humped.
struct ScoreSplit {
  double threshold = 0.0;    // midway between the largest low score and the smallest high one
  double low_centre = 0.0;   // mean of the scores below
  double high_centre = 0.0;  // mean of the scores above
  double gap = 0.0;          // width of the empty interval around the threshold
  size_t above = 0;          // how many scores are above
  bool two_humped = false;   // false: the scores do not fall into two groups, do not trust the threshold
};
// Throws Error{kData} when a score is not finite.
ScoreSplit SplitScores(const ScoreMatrix& scores);

// Decisions against the truth at one threshold: a pair is called an edge when its score is greater.
struct Decision {
  double threshold = 0.0;
  size_t true_positive = 0, false_positive = 0, false_negative = 0, true_negative = 0;
  double precision = 0.0, recall = 0.0, f1 = 0.0;  // NaN where there is nothing to divide by
  size_t shd = 0;                                  // false positives + false negatives
};

// NaN where a figure is undefined: the areas without a true edge, AUROC also without a non-edge.
struct Metrics {
  size_t pairs = 0, edges = 0;  // graded pairs, true edges among them
  double auroc = 0.0;           // ties as half, as sklearn
  double auprc = 0.0;           // trapezoid of the precision-recall curve
  double average_precision = 0.0;
  Decision at_true_density;  // exactly as many edges as the truth has; of equal scores at the cut, non-edges first
  Decision at_fixed;         // at `fixed_threshold`
  Decision at_split;         // at the unsupervised threshold
};

struct Evaluation {
  Metrics off_diagonal;  // the primary figures
  Metrics full;          // self edges included
  ScoreSplit split;
};

// `truth` is (N, N) [target][source], non-zero is an edge. Throws Error{kData} when the sizes differ or a
// number is not finite.
Evaluation Evaluate(const ScoreMatrix& scores, const std::vector<double>& truth, double fixed_threshold = 0.5);

}  // namespace mask2cause
