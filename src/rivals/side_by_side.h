// Networks of all targets, trained side by side with Adam.
#pragma once

#include <functional>

#include "methods/method.h"

namespace mask2cause {

// Calls advance(target, steps) for each target, again and again, until each has taken `most_steps`; it returns the loss
// of its last step. Between the rounds progress is told, which is where a fit is cancelled. Throws Error{kNumerical}
// when a loss leaves the finite numbers. Returns the mean losses of the rounds.
std::vector<double> TrainSideBySide(const MethodInput& input, size_t most_steps,
                                    const std::function<double(size_t target, size_t steps)>& advance);

}  // namespace mask2cause
