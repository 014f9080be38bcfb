#include <string>
#include <vector>

#include "core/rng.h"
#include "synth/systems.h"
#include "synth/var_system.h"

namespace mask2cause {
namespace {

constexpr double kSelfWeight = 0.4;
constexpr double kMinWeight = 0.3, kMaxWeight = 0.6;
constexpr double kRadius = 0.94;  // one percent below what is promised: LogGrowth is that accurate

std::vector<size_t> DrawLags(size_t lags, Rng& rng) {
  std::vector<size_t> drawn;
  for (size_t lag = 1; lag <= lags; ++lag) {
    if (rng.Uniform() < 0.5) drawn.push_back(lag);
  }
  if (drawn.empty()) drawn.push_back(1 + rng.Below(lags));
  return drawn;
}

double DrawWeight(Rng& rng) {
  const double sign = rng.Uniform() < 0.5 ? -1.0 : 1.0;
  return sign * rng.Uniform(kMinWeight, kMaxWeight);
}

LinearSystem ScaleEdges(const LinearSystem& system, double scale) {
  LinearSystem scaled = system;
  for (size_t target = 0; target < scaled.variables(); ++target) {
    for (LinearTerm& term : scaled.terms[target]) {
      if (term.source != target) term.weight *= scale;
    }
  }
  return scaled;
}

}  // namespace

LinearSystem MakeVarSystem(const SimulateOptions& options) {
  const size_t n = options.variables;
  LinearSystem system(n, options.lags);
  for (size_t i = 0; i < n; ++i) system.terms[i].push_back({i, 1, kSelfWeight});
  Rng rng(options.seed, kWeightStream);
  for (uint32_t pair : DrawPairs(n, options.density, options.seed)) {
    for (size_t lag : DrawLags(options.lags, rng)) system.terms[pair / n].push_back({pair % n, lag, DrawWeight(rng)});
  }
  const double limit = PortableLog(kRadius);
  const double scale =
      LargestStableScale([&](double factor) { return LogGrowth(ScaleEdges(system, factor)) <= limit; });
  return ScaleEdges(system, scale);
}

Simulation SimulateVar(const SimulateOptions& options) {
  return RunLinearSystem(MakeVarSystem(options), options, "var");
}

}  // namespace mask2cause
