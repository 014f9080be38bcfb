// Scalar twins of the matrix products: the obvious loops.
#pragma once

#include "kernels/gemm.h"

namespace mask2cause::reference {

// A GemmCall of any number type.
template <class T>
struct GemmArrays {
  size_t m = 0, n = 0, k = 0;
  const T* a = nullptr;
  size_t a_row = 0, a_col = 1;
  const T* b = nullptr;
  size_t b_row = 0;
  T* c = nullptr;
  size_t c_row = 0;
  GemmStore store = GemmStore::kSet;
  const T* extra = nullptr;
  size_t extra_row = 0;
};

template <class T>
void Gemm(const GemmArrays<T>& g) {
  for (size_t i = 0; i < g.m; ++i) {
    for (size_t j = 0; j < g.n; ++j) {
      T sum = 0;
      for (size_t l = 0; l < g.k; ++l) {
        const T b = g.b_row == 0 ? g.b[PackedIndex(g.k, g.n, l, j)] : g.b[l * g.b_row + j];
        sum += g.a[i * g.a_row + l * g.a_col] * b;
      }
      T& c = g.c_row == 0 ? g.c[PackedIndex(g.m, g.n, i, j)] : g.c[i * g.c_row + j];
      switch (g.store) {
        case GemmStore::kSet:
          c = sum;
          break;
        case GemmStore::kBias:
          c = sum + g.extra[j];
          break;
        case GemmStore::kAdd:
          c += sum;
          break;
        case GemmStore::kMultiply:
          c = sum * g.extra[i * g.extra_row + j];
          break;
        case GemmStore::kPlus:
          c = sum + g.extra[i * g.extra_row + j];
          break;
      }
    }
  }
}

inline void Gemm(const GemmCall& g) {
  Gemm<float>({g.m, g.n, g.k, g.a, g.a_row, g.a_col, g.b, g.b_row, g.c, g.c_row, g.store, g.extra, g.extra_row});
}

template <class In, class Out>
void Transpose(const In& in, const Out& out) {
  for (size_t r = 0; r < in.rows; ++r) {
    for (size_t c = 0; c < in.cols; ++c) out.row(c)[r] = in.row(r)[c];
  }
}

template <class T>
void TransposePacked(size_t rows, size_t cols, const T* packed_in, T* packed_out) {
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < cols; ++c) {
      packed_out[PackedIndex(cols, rows, c, r)] = packed_in[PackedIndex(rows, cols, r, c)];
    }
  }
}

}  // namespace mask2cause::reference
