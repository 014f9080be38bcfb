// Row-wise pieces around the encoder: the identity embedding, the output heads, bias gradients.
#pragma once

#include "core/matrix.h"
#include "kernels/dropout.h"

namespace mask2cause {

// tokens = tokens * keep + identity[variable]; row r of the batch belongs to variable r % identity.rows.
void AddIdentity(Matrix tokens, ConstMatrix identity, const Dropout& dropout, size_t first_row);
// didentity[variable] += dtokens; then dtokens = dtokens * keep.
void AddIdentityBackward(Matrix dtokens, Matrix didentity, const Dropout& dropout, size_t first_row);

// out[r] = <x[r], weight[r % weight.rows]> + bias[r % weight.rows]: one head for all variables when weight has one row,
// else one for each.
void HeadForward(ConstMatrix x, ConstMatrix weight, const float* bias, float* out);
// dx (set, or added to when `add`), dweight and dbias (added to).
void HeadBackward(ConstMatrix x, ConstMatrix weight, const float* dout, Matrix dx, bool add, Matrix dweight,
                  float* dbias);

// out[c] += sum over rows of x(r, c).
void AddColumnSums(ConstMatrix x, float* out);

}  // namespace mask2cause
