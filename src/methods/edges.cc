#include "methods/edges.h"

#include <algorithm>
#include <cmath>

#include "methods/false_discovery.h"

namespace mask2cause {
namespace {

constexpr double kInterval = 1.959963984540054;  // standard errors to either side of a 95 % interval
// A sign counts when the mean effect is at least this part of the mean absolute one: of effects of equal size, four
// fifths go the same way.
constexpr double kConsistent = 0.6;

// Lag of the largest effect, and its sign. Where effects come and go with the state the mean absolute one tells the
// lag.
void FillLagAndSign(Edge& edge, const MethodOutput& output, size_t cell, size_t cells) {
  const std::vector<double>& sizes = output.lag_magnitudes.empty() ? output.lag_coefficients : output.lag_magnitudes;
  double largest = 0.0;
  for (size_t lag = 1; (lag - 1) * cells < sizes.size(); ++lag) {
    const double size = std::abs(sizes[(lag - 1) * cells + cell]);
    if (size <= largest) continue;
    largest = size;
    edge.lag = lag;
  }
  if (edge.lag == 0 || output.lag_coefficients.empty()) return;
  const double effect = output.lag_coefficients[(edge.lag - 1) * cells + cell];
  edge.sign_varies = std::abs(effect) < kConsistent * largest;
  if (!edge.sign_varies) edge.sign = effect > 0.0 ? 1 : -1;
}

void FillKind(Edge& edge, const MethodOutput& output, size_t cell) {
  if (!output.kinds.empty()) {
    edge.kind = output.kinds[cell];
    edge.kind_confidence = output.kind_confidence[cell];
  } else if (!output.mean_scores.empty()) {
    edge.kind = output.variance_scores[cell] > output.mean_scores[cell] ? EdgeKind::kVariance : EdgeKind::kMean;
  }
}

void FillInformation(Edge& edge, const MethodOutput& output, size_t cell) {
  if (!output.nats.empty()) {
    edge.nats = output.nats[cell];
    edge.nats_low = edge.nats - kInterval * output.nats_error[cell];
    edge.nats_high = edge.nats + kInterval * output.nats_error[cell];
  }
  if (!output.p_values.empty()) edge.p = output.p_values[cell];
  if (!output.stability.empty()) edge.stability = output.stability[cell];
}

}  // namespace

const char* EdgeKindName(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kMean:
      return "mean";
    case EdgeKind::kVariance:
      return "variance";
    case EdgeKind::kBoth:
      return "both";
    case EdgeKind::kUnknown:
      break;
  }
  return "";
}

std::vector<Edge> MakeEdges(const MethodOutput& output, const std::vector<size_t>& variables) {
  const size_t n = variables.size();
  std::vector<Edge> edges;
  for (size_t cell = 0; cell < n * n; ++cell) {
    if (cell / n == cell % n) continue;
    Edge edge;
    edge.source = variables[cell % n];
    edge.target = variables[cell / n];
    edge.score = output.scores[cell];
    FillInformation(edge, output, cell);
    FillLagAndSign(edge, output, cell, n * n);
    FillKind(edge, output, cell);
    edges.push_back(edge);
  }
  AdjustForFalseDiscovery(edges);
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.score > b.score; });
  return edges;
}

}  // namespace mask2cause
