// Layer norm parameters, and what the backward pass needs of a normalised sum.
#pragma once

#include "nn/parameters.h"

namespace mask2cause {

struct Norm {
  size_t gain = 0, bias = 0;  // tensors (1, d)
};

inline Norm AddNorm(ParameterLayout& layout, const std::string& name, size_t width) {
  Norm norm;
  norm.gain = layout.Add({.name = name + ".weight", .rows = 1, .cols = width, .start = Start::kOnes});
  norm.bias = layout.Add({.name = name + ".bias", .rows = 1, .cols = width, .start = Start::kZeros});
  return norm;
}

struct NormState {
  Matrix normal;                // (rows, d)
  float* inverse_sd = nullptr;  // (rows)
};

inline NormState TakeNormState(Arena& arena, size_t rows, size_t width) {
  NormState state;
  state.normal = TakeMatrix(arena, rows, width);
  state.inverse_sd = arena.Take(rows);
  return state;
}

}  // namespace mask2cause
