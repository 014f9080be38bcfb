#include "graph/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mask2cause {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

double Ratio(size_t part, size_t whole) {
  return whole == 0 ? kUndefined : static_cast<double>(part) / static_cast<double>(whole);
}

size_t CountEdges(const std::vector<GradedPair>& pairs) {
  return static_cast<size_t>(std::count_if(pairs.begin(), pairs.end(), [](const GradedPair& p) { return p.edge; }));
}

void FillRates(Decision& decision) {
  const size_t hits = decision.true_positive;
  decision.shd = decision.false_positive + decision.false_negative;
  decision.precision = Ratio(hits, hits + decision.false_positive);
  decision.recall = Ratio(hits, hits + decision.false_negative);
  decision.f1 = Ratio(2 * hits, 2 * hits + decision.shd);
}

void Count(Decision& decision, bool called_edge, bool edge) {
  if (called_edge) {
    ++(edge ? decision.true_positive : decision.false_positive);
  } else {
    ++(edge ? decision.false_negative : decision.true_negative);
  }
}

// A number with `taken` scores above it, unless equal scores straddle the cut.
double ThresholdAfter(const std::vector<GradedPair>& sorted, size_t taken) {
  if (sorted.empty()) return kUndefined;
  if (taken == 0) return sorted.front().score;
  if (taken == sorted.size()) return std::nextafter(sorted.back().score, -std::numeric_limits<double>::infinity());
  const double high = sorted[taken - 1].score, low = sorted[taken].score;
  return low + 0.5 * (high - low);
}

}  // namespace

CurveAreas MeasureCurves(const std::vector<GradedPair>& sorted) {
  const size_t edges = CountEdges(sorted), others = sorted.size() - edges;
  size_t hits = 0, false_alarms = 0;
  double concordant = 0.0, auprc = 0.0, average_precision = 0.0;
  double last_precision = 1.0, last_recall = 0.0;
  for (size_t i = 0; i < sorted.size();) {
    size_t group_hits = 0, group_false_alarms = 0;
    for (const double score = sorted[i].score; i < sorted.size() && sorted[i].score == score; ++i) {
      ++(sorted[i].edge ? group_hits : group_false_alarms);
    }
    // Every edge seen so far beats each new non-edge; ties count half.
    concordant +=
        static_cast<double>(group_false_alarms) * (static_cast<double>(hits) + 0.5 * static_cast<double>(group_hits));
    hits += group_hits;
    false_alarms += group_false_alarms;
    const double precision = Ratio(hits, hits + false_alarms), recall = Ratio(hits, edges);
    auprc += (recall - last_recall) * 0.5 * (precision + last_precision);
    average_precision += (recall - last_recall) * precision;
    last_precision = precision;
    last_recall = recall;
  }
  if (edges == 0) return {kUndefined, kUndefined, kUndefined};
  const double possible = static_cast<double>(edges) * static_cast<double>(others);
  return {others == 0 ? kUndefined : concordant / possible, auprc, average_precision};
}

Decision DecideAbove(const std::vector<GradedPair>& pairs, double threshold) {
  Decision decision;
  decision.threshold = threshold;
  for (const GradedPair& pair : pairs) Count(decision, pair.score > threshold, pair.edge);
  FillRates(decision);
  return decision;
}

Decision DecideAtTrueDensity(const std::vector<GradedPair>& sorted) {
  const size_t taken = CountEdges(sorted);
  Decision decision;
  for (size_t i = 0; i < sorted.size(); ++i) Count(decision, i < taken, sorted[i].edge);
  FillRates(decision);
  decision.threshold = ThresholdAfter(sorted, taken);
  return decision;
}

Metrics Measure(std::vector<GradedPair> pairs, double fixed_threshold, double split_threshold) {
  std::sort(pairs.begin(), pairs.end(), [](const GradedPair& a, const GradedPair& b) {
    return a.score != b.score ? a.score > b.score : a.edge < b.edge;
  });
  Metrics metrics;
  metrics.pairs = pairs.size();
  metrics.edges = CountEdges(pairs);
  const CurveAreas areas = MeasureCurves(pairs);
  metrics.auroc = areas.auroc;
  metrics.auprc = areas.auprc;
  metrics.average_precision = areas.average_precision;
  metrics.at_true_density = DecideAtTrueDensity(pairs);
  metrics.at_fixed = DecideAbove(pairs, fixed_threshold);
  metrics.at_split = DecideAbove(pairs, split_threshold);
  return metrics;
}

}  // namespace mask2cause
