// What a network costs, counted from its layers.
#pragma once

#include "model/model.h"

namespace mask2cause {

// Floating-point operations of a forward pass over one window: a multiplication and an addition count as one each,
// whether they stand in a product or alone; divisions, roots, exponentials and GELU's erf are not counted.
double ForwardFlops(const Model& model);

// As the paper's table has it: without the identity embedding (N, d).
size_t ParametersWithoutIdentity(const Model& model);

}  // namespace mask2cause
