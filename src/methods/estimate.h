// What a fit of networks takes, before it starts.
#pragma once

#include "train/ensemble.h"

namespace mask2cause {

// Bytes that training takes at most: side by side networks with their optimiser, gradients and saved states, the
// finished ones, and the matrices of the linear models that plan it.
double TrainingBytes(const Model& model, const EnsembleOptions& ensemble, size_t networks);

// Throws Error{kData} when the machine does not have so much memory.
void CheckMemory(double bytes);

}  // namespace mask2cause
