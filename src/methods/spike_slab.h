// Bayesian selection of inputs: each coefficient is nought (the spike) or Gaussian (the slab). Mean-field variational
// inference as by Carbonetto and Stephens (2012), with noise, width of the slab and share of used inputs estimated for
// each target. Where few inputs of many matter it tells them apart better than tests that spend a degree of freedom on
// every lag.
#pragma once

#include <vector>

#include "methods/lagged_moments.h"

namespace mask2cause {

// Log odds that a source is used, at the lag where they are largest: (n, n) [target][source]. More rows than
// `most_rows` count as so many.
std::vector<double> SelectionOdds(const LinearSetting& setting, const RegressionRows& rows,
                                  const LaggedMoments& moments, size_t most_rows);

}  // namespace mask2cause
