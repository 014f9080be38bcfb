// Per-variable scaling to mean 0 and sd 1, applied while windows are gathered: the data set itself is never copied.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

// scaled = (x - mean) * inverse_sd, with sd = population sd + 1e-5 (below 0.01: + 0.1 %), over observed cells only.
struct Scaler {
  std::vector<double> mean;        // (N)
  std::vector<double> inverse_sd;  // (N); 0 for constant variables
};

Scaler FitScaler(const Dataset& data);

// The variables that can be fitted: observed somewhere, and not constant. The others are in `excluded`.
struct UsableVariables {
  std::vector<size_t> usable;
  std::vector<size_t> excluded;
};
UsableVariables FindUsableVariables(const Dataset& data);

}  // namespace mask2cause
