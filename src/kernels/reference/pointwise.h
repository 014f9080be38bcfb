#pragma once

#include <cmath>

#include "kernels/pointwise.h"

namespace mask2cause::reference {

template <class T>
T PointwiseValue(Pointwise f, T x) {
  switch (f) {
    case Pointwise::kRelu:
      return x > T(0) ? x : T(0);
    case Pointwise::kLeakyRelu:
      return x > T(0) ? x : T(kLeak) * x;
    case Pointwise::kElu:
      return x > T(0) ? x : std::expm1(x);
    case Pointwise::kSigmoid:
      return T(1) / (T(1) + std::exp(-x));
    case Pointwise::kTanh:
      break;
  }
  return std::tanh(x);
}

template <class T>
T PointwiseSlope(Pointwise f, T y) {
  switch (f) {
    case Pointwise::kRelu:
      return y > T(0) ? T(1) : T(0);
    case Pointwise::kLeakyRelu:
      return y > T(0) ? T(1) : T(kLeak);
    case Pointwise::kElu:
      return y > T(0) ? T(1) : y + T(1);
    case Pointwise::kSigmoid:
      return y * (T(1) - y);
    case Pointwise::kTanh:
      break;
  }
  return T(1) - y * y;
}

template <class T>
void PointwiseForward(Pointwise f, size_t size, const T* x, T* y) {
  for (size_t i = 0; i < size; ++i) y[i] = PointwiseValue(f, x[i]);
}

template <class T>
void PointwiseBackward(Pointwise f, size_t size, const T* y, const T* dy, T* dx) {
  for (size_t i = 0; i < size; ++i) dx[i] += dy[i] * PointwiseSlope(f, y[i]);
}

}  // namespace mask2cause::reference
