#pragma once

#include <cmath>
#include <vector>

#include "kernels/norm.h"
#include "kernels/reference/view.h"

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

// A NormForwardCall of any number type.
template <class T>
struct NormForwardArrays {
  View<const T> residual, branch;
  Dropout dropout;
  size_t first_row;
  const T* gain;
  const T* bias;
  View<T> normal;
  T* inverse_sd;
  View<T> y;
};

template <class T>
void NormForward(const NormForwardArrays<T>& a) {
  const size_t cols = a.y.cols;
  std::vector<T> sum(cols);
  for (size_t r = 0; r < a.y.rows; ++r) {
    for (size_t c = 0; c < cols; ++c) {
      const T keep = DropoutFactor(a.dropout, a.first_row + r, c, cols);
      sum[c] = a.residual.row(r)[c] + a.branch.row(r)[c] * keep;
    }
    a.inverse_sd[r] = NormRow(cols, sum.data(), a.gain, a.bias, a.normal.row(r), a.y.row(r));
    for (size_t c = cols; c < PaddedColumns(cols); ++c) a.normal.row(r)[c] = a.y.row(r)[c] = T(0);
  }
}

inline void NormForward(const NormForwardCall& call) {
  NormForward<float>({ViewOf(call.residual), ViewOf(call.branch), call.dropout, call.first_row, call.gain, call.bias,
                      ViewOf(call.normal), call.inverse_sd, ViewOf(call.y)});
}

// A NormBackwardCall of any number type.
template <class T>
struct NormBackwardArrays {
  View<const T> dy, normal;
  const T* inverse_sd;
  const T* gain;
  Dropout dropout;
  size_t first_row;
  View<T> dresidual, dbranch;
  T* dgain;
  T* dbias;
};

template <class T>
void NormBackward(const NormBackwardArrays<T>& a) {
  const size_t cols = a.dy.cols;
  std::vector<T> dsum(PaddedColumns(cols), T(0));
  for (size_t r = 0; r < a.dy.rows; ++r) {
    NormRowBackward(cols, a.dy.row(r), a.normal.row(r), a.inverse_sd[r], a.gain, dsum.data(), a.dgain, a.dbias);
    for (size_t c = 0; c < PaddedColumns(cols); ++c) {
      a.dresidual.row(r)[c] = dsum[c];
      a.dbranch.row(r)[c] = dsum[c] * T(DropoutFactor(a.dropout, a.first_row + r, c, cols));
    }
  }
}

inline void NormBackward(const NormBackwardCall& call) {
  NormBackward<float>({ViewOf(call.dy), ViewOf(call.normal), call.inverse_sd, call.gain, call.dropout, call.first_row,
                       ViewOf(call.dresidual), ViewOf(call.dbranch), call.dgain, call.dbias});
}

}  // namespace mask2cause::reference
