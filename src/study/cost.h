// How long a method takes, roughly.
#pragma once

#include "mask2cause/discover.h"

namespace mask2cause {

// Seconds on one core, for ordering runs and for the estimate of time.
double ExpectedFitSeconds(const DiscoverOptions& options, size_t variables, size_t rows);

}  // namespace mask2cause
