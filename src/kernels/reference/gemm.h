// Scalar twins of the matrix products: the obvious loops.
#pragma once

#include "kernels/gemm.h"

namespace mask2cause::reference {

inline void Gemm(const GemmCall& g) {
  for (size_t i = 0; i < g.m; ++i) {
    for (size_t j = 0; j < g.n; ++j) {
      float sum = 0.0f;
      for (size_t l = 0; l < g.k; ++l) {
        const float b = g.b_row == 0 ? g.b[PackedIndex(g.k, g.n, l, j)] : g.b[l * g.b_row + j];
        sum += g.a[i * g.a_row + l * g.a_col] * b;
      }
      float& c = g.c_row == 0 ? g.c[PackedIndex(g.m, g.n, i, j)] : g.c[i * g.c_row + j];
      switch (g.store) {
        case GemmStore::kSet: c = sum; break;
        case GemmStore::kBias: c = sum + g.extra[j]; break;
        case GemmStore::kAdd: c += sum; break;
        case GemmStore::kMultiply: c = sum * g.extra[i * g.extra_row + j]; break;
        case GemmStore::kPlus: c = sum + g.extra[i * g.extra_row + j]; break;
      }
    }
  }
}

inline void TransposePacked(size_t rows, size_t cols, const float* packed_in, float* packed_out) {
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < cols; ++c) packed_out[PackedIndex(cols, rows, c, r)] = packed_in[PackedIndex(rows, cols, r, c)];
  }
}

}  // namespace mask2cause::reference
