#pragma once

#include "kernels/token.h"

namespace mask2cause::reference {

inline void AddIdentity(Matrix tokens, ConstMatrix identity, const Dropout& dropout, size_t first_row) {
  for (size_t r = 0; r < tokens.rows; ++r) {
    const float* const id = identity.row((first_row + r) % identity.rows);
    for (size_t c = 0; c < tokens.cols; ++c) {
      float& token = tokens.row(r)[c];
      token = token * DropoutFactor(dropout, first_row + r, c, tokens.cols) + id[c];
    }
  }
}

inline void AddIdentityBackward(Matrix dtokens, Matrix didentity, const Dropout& dropout, size_t first_row) {
  for (size_t r = 0; r < dtokens.rows; ++r) {
    float* const did = didentity.row((first_row + r) % didentity.rows);
    for (size_t c = 0; c < dtokens.cols; ++c) {
      did[c] += dtokens.row(r)[c];
      dtokens.row(r)[c] *= DropoutFactor(dropout, first_row + r, c, dtokens.cols);
    }
  }
}

inline void HeadForward(ConstMatrix x, ConstMatrix weight, const float* bias, float* out) {
  for (size_t r = 0; r < x.rows; ++r) {
    const size_t head = r % weight.rows;
    out[r] = bias[head];
    for (size_t c = 0; c < x.cols; ++c) out[r] += x.row(r)[c] * weight.row(head)[c];
  }
}

inline void HeadBackward(ConstMatrix x, ConstMatrix weight, const float* dout, Matrix dx, bool add, Matrix dweight,
                         float* dbias) {
  for (size_t r = 0; r < x.rows; ++r) {
    const size_t head = r % weight.rows;
    for (size_t c = 0; c < PaddedColumns(x.cols); ++c) {
      const float before = add ? dx.row(r)[c] : 0.0f;
      dx.row(r)[c] = before + dout[r] * weight.row(head)[c];
      dweight.row(head)[c] += dout[r] * x.row(r)[c];
    }
    dbias[head] += dout[r];
  }
}

inline void AddColumnSums(ConstMatrix x, float* out) {
  for (size_t c = 0; c < x.cols; ++c) {
    float sum = 0.0f;
    for (size_t r = 0; r < x.rows; ++r) sum += x.row(r)[c];
    out[c] += sum;
  }
}

}  // namespace mask2cause::reference
