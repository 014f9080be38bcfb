// How a forecast answers to its inputs: the mean derivative with respect to each source at each lag, by central
// differences of a quarter of a standard deviation, averaged over windows and members.
#pragma once

#include <cstdint>
#include <vector>

#include "core/parallel.h"
#include "train/ensemble.h"

namespace mask2cause {

// (lags, N, N) [lag-1][target][source], in standard deviations of the target per standard deviation of the source.
struct Response {
  std::vector<double> slope;      // mean derivative
  std::vector<double> magnitude;  // mean of its absolute value: the same where the sign never changes
};

struct LagProfile {
  Response mean;       // of the forecast mean
  Response deviation;  // of the logarithm of the forecast standard deviation; empty without one
};

// One window of each of at most `most` equal parts of a series, for another phase (0 to 1) another one.
std::vector<uint32_t> SpreadWindows(size_t windows, size_t most, double phase);

// `report` is told the fraction done and may throw.
LagProfile MeasureLagProfile(const Model& model, const WindowSource& source, const std::vector<MemberResult>& members,
                             ThreadPool& pool, const EnsembleReport& report);

}  // namespace mask2cause
