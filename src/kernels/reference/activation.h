#pragma once

#include <cmath>

#include "kernels/activation.h"
#include "kernels/reference/view.h"

namespace mask2cause::reference {

template <class T>
T Gelu(T x) {
  return T(0.5) * x * (T(1) + std::erf(x * T(0.70710678118654752440)));
}

template <class T>
T GeluSlope(T x) {
  const T cdf = T(0.5) * (T(1) + std::erf(x * T(0.70710678118654752440)));
  return cdf + x * T(0.39894228040143267794) * std::exp(T(-0.5) * x * x);
}

template <class T>
void GeluForward(View<T> h, View<T> slope, const Dropout& dropout, size_t first_row) {
  for (size_t r = 0; r < h.rows; ++r) {
    for (size_t c = 0; c < PaddedColumns(h.cols); ++c) {
      const T keep = DropoutFactor(dropout, first_row + r, c, h.cols);
      const T x = h.row(r)[c];
      h.row(r)[c] = keep * Gelu(x);
      slope.row(r)[c] = keep * GeluSlope(x);
    }
  }
}

inline void GeluForward(Matrix h, Matrix slope, const Dropout& dropout, size_t first_row) {
  GeluForward(ViewOf(h), ViewOf(slope), dropout, first_row);
}

}  // namespace mask2cause::reference
