// Trainings that run away.
#pragma once

#include <cstddef>

#include "methods/method.h"

namespace mask2cause {

// Throws Error{kNumerical} when the loss after so many steps is no finite number. The remedy is the method's; settings
// that the user gave are named beside it.
void CheckLoss(const MethodInput& input, double loss, size_t steps, const char* remedy);

}  // namespace mask2cause
