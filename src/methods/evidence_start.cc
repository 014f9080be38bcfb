#include "methods/evidence_start.h"

#include <algorithm>
#include <cmath>

namespace mask2cause {
namespace {

constexpr double kClearEvidence = 10.0;  // nats at which the logit has nearly its full size
constexpr double kBeyondClear = 0.2;     // by which it grows, if asked, with the logarithm of 1 + evidence / clear
constexpr double kMostlyOthers = 0.25;   // of the pairs, the least clear: hardly ever edges
constexpr double kMostlyEdges = 0.9;     // those above it
constexpr size_t kFewestPairs = 90;      // with fewer, most of them may well be edges
constexpr double kChanceShape = 5.0;     // nats; so much of a shape is only noise
constexpr double kEverywhere = 3.0;      // nats that even most pairs without an edge have
// Both say how clear a linear effect is: the odds of selection tell weak effects apart but end at nine nats, the test
// of Granger goes on. Selection knows effects of one lag or of all, a shape is that of one lag: the more lags there
// are, the more effects are neither, so with many lags Granger's test counts for more and the two for less.
constexpr double kGrangerWeight = 0.25, kGrangerWeightOfManyLags = 1.0, kSelectionWeight = 2.0;
constexpr size_t kFewLags = 3;
constexpr double kSignificant = 0.001;      // p of a pair
constexpr double kShareSignificant = 0.02;  // of the pairs, far above chance
constexpr double kLargestScore = 1.0 - 1e-9;

std::vector<double> LikelihoodGain(const std::vector<double>& scores, size_t windows, size_t lags, size_t variables) {
  std::vector<double> gain(scores.size());
  const double count = static_cast<double>(std::min(windows, MostRowsOfEvidence(variables * lags)));
  const double by_chance = static_cast<double>(lags) * count / static_cast<double>(std::max<size_t>(windows, 1));
  for (size_t c = 0; c < scores.size(); ++c) {
    // The score is a partial correlation: 1 - score^2 is the ratio of residual sums of squares.
    const double explained = std::min(kLargestScore, scores[c] * scores[c]);
    gain[c] = 0.5 * (-count * std::log1p(-explained) - by_chance);
  }
  return gain;
}

// What pairs have that are hardly ever edges, and what clear edges have; noughts where there are too few pairs to tell.
struct Levels {
  double others = 0.0, edges = 0.0;
};
Levels LevelsOf(const std::vector<double>& nats, size_t n) {
  std::vector<double> pairs;
  for (size_t cell = 0; cell < nats.size(); ++cell) {
    if (cell / n != cell % n) pairs.push_back(nats[cell]);
  }
  if (pairs.size() < kFewestPairs) return {};
  std::sort(pairs.begin(), pairs.end());
  const auto quantile = [&](double share) {
    return pairs[static_cast<size_t>(share * static_cast<double>(pairs.size() - 1))];
  };
  return {quantile(kMostlyOthers), quantile(kMostlyEdges)};
}

// In long series, or where tails are heavy, even pairs that are no edges have many nats: an edge is then what stands
// out from the lower quarter of the pairs.
void CompareWithOthers(std::vector<double>& nats, size_t n) {
  const auto [usual, high] = LevelsOf(nats, n);
  if (usual <= 0.0) return;
  const double clear = std::max(kClearEvidence, (high - usual) / 2.0);
  for (double& value : nats) value = (value - usual) * kClearEvidence / clear;
}

bool MoreThanChance(const std::vector<double>& p, size_t n) {
  size_t significant = 0;
  for (size_t cell = 0; cell < p.size(); ++cell) {
    if (cell / n != cell % n && p[cell] < kSignificant) ++significant;
  }
  return static_cast<double>(significant) >= std::max(1.0, kShareSignificant * static_cast<double>(n * (n - 1)));
}

// Whether squares tell of pairs: more than chance, and not nearly everywhere. Where recordings differ in their noise,
// the square of any variable says which recording it is, and so explains the square of every other.
bool TellsOfPairs(const std::vector<double>& nats, const std::vector<double>& p, size_t n) {
  return MoreThanChance(p, n) && LevelsOf(nats, n).others <= kEverywhere;
}

}  // namespace

PairEvidence ToNats(const LinearEvidence& evidence, size_t windows, size_t lags, size_t variables, Squares squares) {
  PairEvidence pairs;
  pairs.mean = LikelihoodGain(evidence.mean_scores, windows, lags, variables);
  const double granger = lags > kFewLags ? kGrangerWeightOfManyLags : kGrangerWeight;
  const double of_one_lag = std::min(1.0, static_cast<double>(kFewLags) / static_cast<double>(lags));
  for (size_t c = 0; c < pairs.mean.size(); ++c) {
    const double shape = std::max(0.0, evidence.shape_gains[c] - kChanceShape);
    const double selection = kSelectionWeight * evidence.selection_odds[c];
    pairs.mean[c] = granger * pairs.mean[c] + of_one_lag * (selection + shape);
  }
  pairs.variance = LikelihoodGain(evidence.variance_scores, windows, lags, variables);
  if (squares == Squares::kNever) return pairs;
  pairs.variance_counts = TellsOfPairs(pairs.variance, evidence.variance_p, variables);
  const std::vector<double> curves = LikelihoodGain(evidence.curve_scores, windows, lags, variables);
  pairs.curves_count = TellsOfPairs(curves, evidence.curve_p, variables);
  if (!pairs.curves_count) return pairs;
  for (size_t c = 0; c < curves.size(); ++c) pairs.mean[c] += curves[c];
  return pairs;
}

double RelianceFor(size_t variables) {
  return std::clamp(std::log10(static_cast<double>(variables) / 10.0), 0.0, 1.0);
}

std::vector<double> EvidenceStart(const PairEvidence& evidence, size_t graphs, const StartRule& rule) {
  const double level = 1.0 - 3.0 * rule.reliance, reach = 1.0 + 2.0 * rule.reliance;
  const double beyond = rule.ranks_clear_edges ? kBeyondClear : 0.0;
  const auto n = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(evidence.mean.size()))));
  std::vector<double> start;
  for (size_t graph = 0; graph < graphs; ++graph) {
    std::vector<double> nats(n * n);
    for (size_t c = 0; c < nats.size(); ++c) {
      const double variance = evidence.variance_counts ? evidence.variance[c] : 0.0;
      nats[c] = graphs == 1 ? evidence.mean[c] + variance : graph == 0 ? evidence.mean[c] : variance;
    }
    CompareWithOthers(nats, n);
    for (const double value : nats) {
      const double clear = std::max(rule.least_nats, value) / kClearEvidence;
      start.push_back(level + reach * std::tanh(clear) + beyond * std::log1p(std::max(0.0, clear)));
    }
  }
  return start;
}

}  // namespace mask2cause
