// Any method of `discover` beside what a study compares: on the same data, with the settings of the rivals.
#pragma once

#include <string>
#include <vector>

#include "study/experiment.h"

namespace mask2cause {

// Adds a series for each of them and a table for each figure that the plan says they can be compared by. Throws
// Error{kUsage} for a name that is no method, and where a study has no place for others.
void AddOtherMethods(const StudyOptions& options, Plan& plan);

}  // namespace mask2cause
