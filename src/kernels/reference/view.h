// A matrix of any number type, so that the scalar twins also run in double: there finite differences are exact enough
// to judge a gradient.
#pragma once

#include "core/matrix.h"

namespace mask2cause::reference {

template <class T>
struct View {
  T* data = nullptr;
  size_t rows = 0, cols = 0, stride = 0;

  T* row(size_t r) const { return data + r * stride; }
  operator View<const T>() const { return {data, rows, cols, stride}; }  // NOLINT: a view
};

inline View<float> ViewOf(const Matrix& m) {
  return {m.data, m.rows, m.cols, m.stride};
}
inline View<const float> ViewOf(const ConstMatrix& m) {
  return {m.data, m.rows, m.cols, m.stride};
}

}  // namespace mask2cause::reference
