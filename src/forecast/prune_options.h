#pragma once

#include "mask2cause/prune.h"

namespace mask2cause {

// Throws Error{kUsage} for options that make no sense.
void CheckPruneOptions(const PruneOptions& options);

}  // namespace mask2cause
