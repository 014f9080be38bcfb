#pragma once

#include <cmath>
#include <vector>

#include "kernels/norm.h"

namespace mask2cause::reference {

// One row: y = gain * (sum - mean) / sd + bias. `sum` (d) in, `normal` and `y` out.
template <class T>
T NormRow(size_t d, const T* sum, const T* gain, const T* bias, T* normal, T* y) {
  T mean = 0, squares = 0;
  for (size_t c = 0; c < d; ++c) mean += sum[c] / T(d);
  for (size_t c = 0; c < d; ++c) squares += (sum[c] - mean) * (sum[c] - mean);
  const T inverse_sd = T(1) / std::sqrt(squares / T(d) + T(kNormEpsilon));
  for (size_t c = 0; c < d; ++c) {
    normal[c] = (sum[c] - mean) * inverse_sd;
    y[c] = normal[c] * gain[c] + bias[c];
  }
  return inverse_sd;
}

// One row: the gradient with respect to `sum`; dgain and dbias are added to.
template <class T>
void NormRowBackward(size_t d, const T* dy, const T* normal, T inverse_sd, const T* gain, T* dsum, T* dgain, T* dbias) {
  T mean = 0, slope = 0;
  for (size_t c = 0; c < d; ++c) {
    mean += dy[c] * gain[c] / T(d);
    slope += dy[c] * gain[c] * normal[c] / T(d);
    dgain[c] += dy[c] * normal[c];
    dbias[c] += dy[c];
  }
  for (size_t c = 0; c < d; ++c) dsum[c] = (dy[c] * gain[c] - mean - normal[c] * slope) * inverse_sd;
}

inline void NormForward(const NormForwardCall& call) {
  const size_t cols = call.y.cols;
  std::vector<float> sum(cols);
  for (size_t r = 0; r < call.y.rows; ++r) {
    for (size_t c = 0; c < cols; ++c) {
      sum[c] = call.residual.row(r)[c] +
               call.branch.row(r)[c] * DropoutFactor(call.dropout, call.first_row + r, c, cols);
    }
    call.inverse_sd[r] = NormRow(cols, sum.data(), call.gain, call.bias, call.normal.row(r), call.y.row(r));
    for (size_t c = cols; c < PaddedColumns(cols); ++c) call.normal.row(r)[c] = call.y.row(r)[c] = 0.0f;
  }
}

inline void NormBackward(const NormBackwardCall& call) {
  const size_t cols = call.dy.cols;
  std::vector<float> dsum(PaddedColumns(cols), 0.0f);
  for (size_t r = 0; r < call.dy.rows; ++r) {
    NormRowBackward(cols, call.dy.row(r), call.normal.row(r), call.inverse_sd[r], call.gain, dsum.data(), call.dgain,
                    call.dbias);
    for (size_t c = 0; c < PaddedColumns(cols); ++c) {
      call.dresidual.row(r)[c] = dsum[c];
      call.dbranch.row(r)[c] = dsum[c] * DropoutFactor(call.dropout, call.first_row + r, c, cols);
    }
  }
}

}  // namespace mask2cause::reference
