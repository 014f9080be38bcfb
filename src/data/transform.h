// Series made stationary before a fit. Trajectories stay apart; a cell is missing when something it is made of is.
#pragma once

#include "mask2cause/dataset.h"

namespace mask2cause {

// Each value minus the one before it. The first row of a trajectory has none and is left out, so trajectories are a row
// shorter and those of one row are gone.
Dataset Differenced(const Dataset& data);

// Each trajectory and variable minus its own least-squares line.
Dataset Detrended(const Dataset& data);

}  // namespace mask2cause
