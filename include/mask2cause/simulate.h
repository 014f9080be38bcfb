// Systems with a known causal graph. Same options, same bytes, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

enum class System { kVar, kLorenz96, kMixed, kChain };

struct SimulateOptions {
  System system = System::kLorenz96;
  size_t variables = 10;  // N
  size_t steps = 500;     // T
  uint64_t seed = 1;
  double noise = 0.1;                  // VAR, chain: innovation sd; Lorenz-96: observation noise sd; mixed: not used
  size_t lags = 3;                     // VAR: order K; mixed: the one lag
  double density = 0.3;                // VAR, mixed: share of off-diagonal pairs that are edges
  double forcing = 10.0;               // Lorenz-96: F
  double variance_ratio = 0.5;         // mixed: share of the edges that act on the variance
  std::optional<size_t> burn_in = {};  // samples thrown away first; unset: 1000, mixed 500
};

struct Simulation {
  Dataset data;
  std::vector<double> graph;           // (N, N) [target][source], 0/1, self edges included
  std::vector<double> mean_graph;      // mixed: edges on the mean; else equal to graph
  std::vector<double> variance_graph;  // mixed: edges on the variance; else zeros
  size_t max_lag = 1;
  std::vector<double> lag_graph;  // (max_lag, N, N): [lag-1][target][source], 0/1
};

// Variables are named x1, x2, ... Throws Error{kUsage} for options that make no system, Error{kNumerical} when the
// values leave the finite float32 numbers.
Simulation Simulate(const SimulateOptions& options);

}  // namespace mask2cause
