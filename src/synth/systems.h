// The generators, one file each. Only IEEE + - * / sqrt and our Rng touch the data, never libm, so that the same
// options give the same bytes on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mask2cause/simulate.h"

namespace mask2cause {

// Each takes checked options with burn_in set.
Simulation SimulateVar(const SimulateOptions& options);
Simulation SimulateLorenz96(const SimulateOptions& options);
Simulation SimulateMixed(const SimulateOptions& options);
Simulation SimulateChain(const SimulateOptions& options);

// Streams of the seed: a longer series or another noise level keeps the same graph.
enum RngStream : uint64_t { kGraphStream, kWeightStream, kNoiseStream, kStartStream };

// Takes the values of a simulated series row by row; throws Error{kNumerical} when they are not finite float32.
class SeriesRecorder {
 public:
  SeriesRecorder(size_t variables, size_t steps);
  void Record(std::span<const double> row);
  Dataset Finish(const std::string& source);

 private:
  size_t variables_;
  std::vector<float> values_;
};

// `count` of the N(N-1) off-diagonal cells [target * N + source], drawn without replacement.
std::vector<uint32_t> DrawPairs(size_t variables, double density, uint64_t seed);

}  // namespace mask2cause
