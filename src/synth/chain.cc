#include "core/rng.h"
#include "synth/linear_system.h"
#include "synth/systems.h"

namespace mask2cause {
namespace {

// At every frequency the two inputs are amplified by at most (0.35 + 0.3) / (1 - 0.3) < 1, so the variance stays
// bounded however long the chain is.
constexpr double kSelfWeight = 0.3;
constexpr double kNextWeight = 0.35;  // x[i-1] -> x[i]
constexpr double kSkipWeight = 0.3;   // x[i-2] -> x[i], the direct edge beside the two-step path

}  // namespace

// The paper gives the graph of its multi-hop test, not the weights; these are ours, all at lag 1, with random signs.
Simulation SimulateChain(const SimulateOptions& options) {
  LinearSystem system(options.variables, 1);
  Rng rng(options.seed, kWeightStream);
  const auto signed_weight = [&rng](double weight) { return rng.Uniform() < 0.5 ? -weight : weight; };
  for (size_t i = 0; i < options.variables; ++i) {
    system.terms[i].push_back({i, 1, kSelfWeight});
    if (i >= 1) system.terms[i].push_back({i - 1, 1, signed_weight(kNextWeight)});
    if (i >= 2) system.terms[i].push_back({i - 2, 1, signed_weight(kSkipWeight)});
  }
  return RunLinearSystem(system, options, "chain");
}

}  // namespace mask2cause
