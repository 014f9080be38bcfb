#include "methods/evidence_start.h"

#include <algorithm>
#include <cmath>

namespace mask2cause {
namespace {

constexpr double kClearEvidence = 10.0;  // nats at which the logit has nearly its full size
constexpr double kClearShape = 9.0;      // nats; below, a shape is only noise
// Both say how clear a linear effect is: the odds of selection tell weak effects apart but end at nine nats, the test
// of Granger goes on.
constexpr double kGrangerWeight = 0.5, kSelectionWeight = 2.0;
constexpr double kSignificant = 0.001;      // p of a pair
constexpr double kShareSignificant = 0.02;  // of the pairs, far above chance
constexpr double kLargestScore = 1.0 - 1e-9;

std::vector<double> LikelihoodGain(const std::vector<double>& scores, size_t windows, size_t lags) {
  std::vector<double> gain(scores.size());
  const double count = static_cast<double>(std::min(windows, kMostRowsOfEvidence));
  for (size_t c = 0; c < scores.size(); ++c) {
    // The score is a partial correlation: 1 - score^2 is the ratio of residual sums of squares.
    const double explained = std::min(kLargestScore, scores[c] * scores[c]);
    gain[c] = 0.5 * (-count * std::log1p(-explained) - static_cast<double>(lags));
  }
  return gain;
}

bool MoreThanChance(const std::vector<double>& p, size_t n) {
  size_t significant = 0;
  for (size_t cell = 0; cell < p.size(); ++cell) {
    if (cell / n != cell % n && p[cell] < kSignificant) ++significant;
  }
  return static_cast<double>(significant) >= std::max(1.0, kShareSignificant * static_cast<double>(n * (n - 1)));
}

}  // namespace

PairEvidence ToNats(const LinearEvidence& evidence, size_t windows, size_t lags, size_t variables) {
  PairEvidence pairs;
  pairs.mean = LikelihoodGain(evidence.mean_scores, windows, lags);
  for (size_t c = 0; c < pairs.mean.size(); ++c) {
    const double shape = evidence.shape_gains[c] > kClearShape ? evidence.shape_gains[c] : 0.0;
    pairs.mean[c] = kGrangerWeight * pairs.mean[c] + kSelectionWeight * evidence.selection_odds[c] + shape;
  }
  pairs.variance = LikelihoodGain(evidence.variance_scores, windows, lags);
  pairs.variance_counts = MoreThanChance(evidence.variance_p, variables);
  pairs.curves_count = MoreThanChance(evidence.curve_p, variables);
  if (!pairs.curves_count) return pairs;
  const std::vector<double> curves = LikelihoodGain(evidence.curve_scores, windows, lags);
  for (size_t c = 0; c < curves.size(); ++c) pairs.mean[c] += curves[c];
  return pairs;
}

double RelianceFor(size_t variables) {
  return std::clamp(std::log10(static_cast<double>(variables) / 10.0), 0.0, 1.0);
}

std::vector<double> EvidenceStart(const PairEvidence& evidence, size_t graphs, double reliance, double least_nats) {
  const double level = 1.0 - 3.0 * reliance, reach = 1.0 + 2.0 * reliance;
  std::vector<double> start;
  for (size_t graph = 0; graph < graphs; ++graph) {
    for (size_t c = 0; c < evidence.mean.size(); ++c) {
      const double variance = evidence.variance_counts ? evidence.variance[c] : 0.0;
      const double nats = graphs == 1 ? evidence.mean[c] + variance : graph == 0 ? evidence.mean[c] : variance;
      start.push_back(level + reach * std::tanh(std::max(least_nats, nats) / kClearEvidence));
    }
  }
  return start;
}

}  // namespace mask2cause
