#include <fmt/format.h>

#include <cmath>

#include "graph/metrics.h"
#include "mask2cause/error.h"
#include "mask2cause/graph.h"

namespace mask2cause {
namespace {

void CheckSizes(const ScoreMatrix& scores, const std::vector<double>& truth) {
  const size_t n = scores.size();
  if (scores.values.size() != n * n) {
    throw Error(ErrorKind::kData,
                fmt::format("the scores hold {} values for {} variables, expected {}", scores.values.size(), n, n * n),
                "scores are a square matrix [target][source]");
  }
  if (truth.size() == n * n) return;
  throw Error(ErrorKind::kData,
              fmt::format("the truth has {} cells, the scores are {} x {} = {}", truth.size(), n, n, n * n),
              "both must be square matrices over the same variables");
}

void CheckTruth(const ScoreMatrix& scores, const std::vector<double>& truth) {
  for (size_t cell = 0; cell < truth.size(); ++cell) {
    if (!std::isnan(truth[cell])) continue;
    const size_t n = scores.size();
    throw Error(ErrorKind::kData,
                fmt::format("the truth of {} -> {} is not a number", scores.names[cell % n], scores.names[cell / n]),
                "use 0 for no edge and 1 for an edge");
  }
}

std::vector<GradedPair> CollectPairs(const ScoreMatrix& scores, const std::vector<double>& truth, bool with_diagonal) {
  const size_t n = scores.size();
  std::vector<GradedPair> pairs;
  pairs.reserve(n * n);
  for (size_t cell = 0; cell < n * n; ++cell) {
    if (with_diagonal || cell / n != cell % n) pairs.push_back({scores.values[cell], truth[cell] != 0.0});
  }
  return pairs;
}

}  // namespace

Evaluation Evaluate(const ScoreMatrix& scores, const std::vector<double>& truth, double fixed_threshold) {
  CheckSizes(scores, truth);
  CheckTruth(scores, truth);
  Evaluation evaluation;
  evaluation.split = SplitScores(scores);
  const double split = evaluation.split.threshold;
  evaluation.off_diagonal = Measure(CollectPairs(scores, truth, false), fixed_threshold, split);
  evaluation.full = Measure(CollectPairs(scores, truth, true), fixed_threshold, split);
  return evaluation;
}

}  // namespace mask2cause
