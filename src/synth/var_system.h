// The coefficients of the sparse VAR(K), apart from the run, so that a test can hold the data against them.
#pragma once

#include "synth/linear_system.h"

namespace mask2cause {

// Every variable keeps 0.4 of its last value. An edge acts at each lag with probability 1/2, at one lag at least, with
// a weight of +-U(0.3, 0.6); one factor for all edges then brings the spectral radius to 0.95 or less.
LinearSystem MakeVarSystem(const SimulateOptions& options);

}  // namespace mask2cause
