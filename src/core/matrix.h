// A view of a row-major matrix whose rows may be padded.
#pragma once

#include <algorithm>
#include <cstddef>

#include "core/arena.h"

namespace mask2cause {

struct Matrix {
  float* data = nullptr;
  size_t rows = 0, cols = 0;
  size_t stride = 0;  // floats from one row to the next

  float* row(size_t r) const { return data + r * stride; }
  Matrix Rows(size_t first, size_t count) const { return {data + first * stride, count, cols, stride}; }
};

struct ConstMatrix {
  const float* data = nullptr;
  size_t rows = 0, cols = 0;
  size_t stride = 0;

  ConstMatrix() = default;
  ConstMatrix(const float* d, size_t r, size_t c, size_t s) : data(d), rows(r), cols(c), stride(s) {}
  ConstMatrix(const Matrix& m) : data(m.data), rows(m.rows), cols(m.cols), stride(m.stride) {}  // NOLINT: a view
  const float* row(size_t r) const { return data + r * stride; }
};

// Columns are padded to whole vectors (16 floats, the widest), so that kernels need no tails; the padding holds zeros.
constexpr size_t kLane = 16;
inline constexpr size_t PaddedColumns(size_t cols) {
  return RoundUp(cols, kLane);
}

// An odd number of cache lines a row: a power of two would put every row into the same few cache sets.
inline constexpr size_t PaddedStride(size_t cols) {
  const size_t lines = PaddedColumns(cols) / kLane;
  return (lines % 2 == 0 ? lines + 1 : lines) * kLane;
}

// Uninitialised but for the padding.
inline Matrix TakeMatrix(Arena& arena, size_t rows, size_t cols) {
  const size_t stride = PaddedStride(cols);
  const Matrix matrix = {arena.Take(rows * stride), rows, cols, stride};
  if (matrix.data != nullptr && cols % kLane != 0) {
    for (size_t r = 0; r < rows; ++r) std::fill(matrix.row(r) + cols, matrix.row(r) + PaddedColumns(cols), 0.0f);
  }
  return matrix;
}

}  // namespace mask2cause
