// The weights of Mixed Physics, apart from the run, so that a test can hold the data against them.
#pragma once

#include "synth/linear_system.h"

namespace mask2cause {

// x_t[i] = sum of mean weight * x_{t-L}[j] + sqrt(beta + sum of variance weight * x_{t-L}[k]^2) * normal, L =
// options.lags. Every variable keeps 0.4 of its own past; an edge acts either on the mean, +-U(0.4, 0.6), or on the
// variance, U(0.6, 1). One factor c on mean edges, c^2 on variance edges, keeps second moments finite: the spectral
// radius of M.*M + V, and the square of that of M, are at most 0.85. So nothing is ever clipped.
struct MixedSystem {
  LinearSystem mean, variance;
  double baseline_variance;  // beta
};
MixedSystem MakeMixedSystem(const SimulateOptions& options);

}  // namespace mask2cause
