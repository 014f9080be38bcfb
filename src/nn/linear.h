// y = x W + b.
#pragma once

#include "nn/parameters.h"

namespace mask2cause {

struct Linear {
  size_t weight = 0, bias = 0;  // tensors: (in, out) packed, (1, out)
};

Linear AddLinear(ParameterLayout& layout, const std::string& name, size_t in, size_t out);

// x (rows, in) -> y (rows, out)
void Forward(const Linear& linear, const Weights& weights, ConstMatrix x, Matrix y);

// Gradients of weight and bias from x (rows, in) and dy (rows, out).
void BackwardParameters(const Linear& linear, const Gradients& gradients, ConstMatrix x, ConstMatrix dy);

// dx (rows, in) = dy W^T, stored as said: kSet, kAdd to what is there, or kMultiply with `factor` (rows, in).
void BackwardInput(const Linear& linear, const Weights& weights, ConstMatrix dy, Matrix dx, GemmStore store,
                   ConstMatrix factor = {});

}  // namespace mask2cause
