#include "methods/judges.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graph/split.h"

namespace mask2cause {
namespace {

constexpr double kEdgeDropout = 0.2;
constexpr uint64_t kSeedsApart = uint64_t{1} << 20;  // from the members'
constexpr size_t kFewestWindows = 8;                 // of one judge
constexpr double kTrained = 0.85;                    // of the time
// A source acts on both mean and variance when the lesser part is clearly above zero and at least this share of the
// larger.
constexpr double kLesserShare = 0.5, kClearly = 0.05;

double UpperTail(double z) {
  return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

// That the true value is not above zero.
double PValue(double nats, double error) {
  if (std::isnan(nats)) return nats;
  return error > 0.0 ? UpperTail(nats / error) : 1.0;
}

// Where neither part is clearly above zero there is nothing to tell.
void TellKind(const DirectedInformation& found, size_t cell, Verdict& verdict) {
  const bool mean_leads = found.mean.nats[cell] >= found.variance.nats[cell];
  const PairInformation& larger = mean_leads ? found.mean : found.variance;
  const PairInformation& lesser = mean_leads ? found.variance : found.mean;
  if (std::isnan(found.all.nats[cell]) || PValue(larger.nats[cell], larger.error[cell]) >= kClearly) return;
  const double p_lesser = PValue(lesser.nats[cell], lesser.error[cell]);
  if (p_lesser < kClearly && lesser.nats[cell] > kLesserShare * larger.nats[cell]) {
    verdict.kinds[cell] = EdgeKind::kBoth;
    verdict.kind_confidence[cell] = 1.0 - p_lesser;
    return;
  }
  verdict.kinds[cell] = mean_leads ? EdgeKind::kMean : EdgeKind::kVariance;
  const double error = found.mean_less_variance.error[cell];
  verdict.kind_confidence[cell] =
      error > 0.0 ? 1.0 - UpperTail(std::abs(found.mean_less_variance.nats[cell]) / error) : 0.5;
}

// The larger of the gates of one network's graphs, (n, n).
std::vector<double> Gates(const MemberResult& network) {
  std::vector<double> gates = network.adjacency.front();
  for (const std::vector<double>& graph : network.adjacency) {
    for (size_t c = 0; c < gates.size(); ++c) gates[c] = std::max(gates[c], graph[c]);
  }
  return gates;
}

}  // namespace

bool EnoughToJudge(size_t windows, size_t judges) {
  return judges >= 2 && windows / judges >= kFewestWindows;
}

Verdict Judge(const Model& model, const WindowSource& source, EnsembleOptions ensemble, size_t judges, ThreadPool& pool,
              const EnsembleReport& report) {
  ensemble.members = judges;
  ensemble.held_out = 1.0 / static_cast<double>(judges);
  ensemble.resample = false;
  ensemble.train.edge_dropout = kEdgeDropout;
  ensemble.train.seed += kSeedsApart;
  ensemble.checkpoint_directory.clear();
  ensemble.checkpoint_every = 0;
  ensemble.resume = false;
  Verdict verdict;
  verdict.judges = TrainEnsemble(model, source, ensemble, {}, [&](double fraction, const std::string&) {
    report(kTrained * fraction, "judging the edges");
  });
  const DirectedInformation found = MeasureDirectedInformation(
      model, source, verdict.judges, Closing::kHard, pool,
      [&](double fraction, const std::string& detail) { report(kTrained + (1.0 - kTrained) * fraction, detail); });
  verdict.nats = found.all.nats;
  verdict.nats_error = found.all.error;
  for (size_t c = 0; c < verdict.nats.size(); ++c) {
    verdict.p_values.push_back(PValue(verdict.nats[c], verdict.nats_error[c]));
  }
  if (found.mean.nats.empty()) return verdict;
  verdict.kinds.resize(verdict.nats.size(), EdgeKind::kUnknown);
  verdict.kind_confidence.resize(verdict.nats.size(), Edge::kUnknown);
  for (size_t c = 0; c < verdict.nats.size(); ++c) TellKind(found, c, verdict);
  return verdict;
}

std::vector<double> PickedShare(const std::vector<const MemberResult*>& networks, size_t n,
                                const std::vector<char>& open) {
  std::vector<double> share(n * n, 0.0);
  for (const MemberResult* network : networks) {
    const std::vector<double> gates = Gates(*network);
    std::vector<double> decided;
    for (size_t c = 0; c < n * n; ++c) {
      if (c / n != c % n && (open.empty() || open[c] != 0)) decided.push_back(gates[c]);
    }
    if (decided.empty()) continue;
    const double threshold = SplitValues(std::move(decided)).threshold;
    for (size_t c = 0; c < n * n; ++c) {
      if (gates[c] > threshold) share[c] += 1.0 / static_cast<double>(networks.size());
    }
  }
  return share;
}

}  // namespace mask2cause
