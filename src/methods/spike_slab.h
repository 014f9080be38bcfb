// Bayesian selection of inputs: each coefficient is nought (the spike) or Gaussian (the slab), drawn by Gibbs sampling.
// An edge has at least one lag; how many pairs are edges, how many lags an edge has and how large its coefficients are
// is learned from all targets together. Where many weak inputs matter it tells them from the others better than tests
// that spend a degree of freedom on every lag.
#pragma once

#include <vector>

#include "methods/lagged_moments.h"

namespace mask2cause {

// Log odds that a source is used at any lag: (n, n) [target][source]. More rows than `most_rows` count as so many.
std::vector<double> SelectionOdds(const LinearSetting& setting, const RegressionRows& rows,
                                  const LaggedMoments& moments, size_t most_rows);

}  // namespace mask2cause
