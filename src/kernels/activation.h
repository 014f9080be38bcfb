// GELU with dropout, and the slope the backward pass multiplies with.
#pragma once

#include "core/matrix.h"
#include "kernels/dropout.h"

namespace mask2cause {

// h -> gelu(h) * keep in place, slope = gelu'(h) * keep; both (rows, cols). `first_row` is the row's number in the
// whole batch, which the dropout mask is a function of. Exact (erf) GELU.
void GeluForward(Matrix h, Matrix slope, const Dropout& dropout, size_t first_row);

}  // namespace mask2cause
