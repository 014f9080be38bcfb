// Matrix products in the three forms that training needs, and the panel layout of weights.
//
// A weight matrix (in, out) is kept in panels of 64 columns: panel p holds columns 64 p .. 64 p + 63 for every row, so
// a tile of the product reads it as one contiguous stream. Columns are padded to a multiple of 16 with zeros. Gradients
// have the same layout, so the optimiser sees flat arrays and never cares.
#pragma once

#include <cstddef>

#include "core/matrix.h"

namespace mask2cause {

constexpr size_t kPanel = 64;

// Floats that a packed (rows, cols) matrix takes.
inline constexpr size_t PackedSize(size_t rows, size_t cols) {
  return rows * PaddedColumns(cols);
}
// Where element (r, c) of a packed (rows, cols) matrix is.
inline constexpr size_t PackedIndex(size_t rows, size_t cols, size_t r, size_t c) {
  const size_t panel = c / kPanel;
  const size_t rest = PaddedColumns(cols) - panel * kPanel;
  const size_t width = rest < kPanel ? rest : kPanel;
  return panel * kPanel * rows + r * width + c % kPanel;
}

// What happens to a finished sum before it is stored.
enum class GemmStore {
  kSet,       // C = sum
  kBias,      // C = sum + extra[column]
  kAdd,       // C = C + sum
  kMultiply,  // C = sum * extra(row, column)
  kPlus,      // C = sum + extra(row, column)
};

// One product C (m, n) = A (m, k) B (k, n), every operand by strides. Packed operands are walked panel by panel.
struct GemmCall {
  size_t m = 0, n = 0, k = 0;
  const float* a = nullptr;
  size_t a_row = 0, a_col = 1;  // element (i, l) is a[i * a_row + l * a_col]
  const float* b = nullptr;
  size_t b_row = 0;  // row-major with this stride; 0: packed
  float* c = nullptr;
  size_t c_row = 0;  // row-major with this stride; 0: packed
  GemmStore store = GemmStore::kSet;
  const float* extra = nullptr;  // bias (n), or a matrix with stride extra_row
  size_t extra_row = 0;
};

// n need not be padded: columns beyond n are neither read nor written when the operands are row-major. Packed operands
// and the C of products with packed B are written up to the padding.
void Gemm(const GemmCall& call);

// out (cols, rows) = in (rows, cols) transposed.
void Transpose(ConstMatrix in, const Matrix& out);
// packed_out (cols, rows) = packed_in (rows, cols) transposed.
void TransposePacked(size_t rows, size_t cols, const float* packed_in, float* packed_out);

}  // namespace mask2cause
