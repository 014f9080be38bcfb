// Column options for data that comes without a header.
#pragma once

#include "mask2cause/dataset.h"

namespace mask2cause {

// --columns, --drop and --time-column on an array that is already loaded. Time is never guessed here: an array's
// columns have no names that would bear the guess out.
void ApplyColumnOptions(Dataset& data, const ReadOptions& options);

}  // namespace mask2cause
