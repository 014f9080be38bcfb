#include "nn/linear.h"

#include "kernels/token.h"

namespace mask2cause {

Linear AddLinear(ParameterLayout& layout, const std::string& name, size_t in, size_t out) {
  Linear linear;
  linear.weight = layout.Add(
      {.name = name + ".weight", .rows = in, .cols = out, .packed = true, .start = Start::kUniform, .fan_in = in});
  linear.bias = layout.Add({.name = name + ".bias", .rows = 1, .cols = out, .start = Start::kUniform, .fan_in = in});
  return linear;
}

void Forward(const Linear& linear, const Weights& weights, ConstMatrix x, Matrix y) {
  Gemm({.m = x.rows,
        .n = y.cols,
        .k = x.cols,
        .a = x.data,
        .a_row = x.stride,
        .b = weights.at(linear.weight),
        .c = y.data,
        .c_row = y.stride,
        .store = GemmStore::kBias,
        .extra = weights.at(linear.bias)});
}

void BackwardParameters(const Linear& linear, const Gradients& gradients, ConstMatrix x, ConstMatrix dy) {
  Gemm({.m = x.cols,
        .n = dy.cols,
        .k = x.rows,
        .a = x.data,
        .a_row = 1,
        .a_col = x.stride,
        .b = dy.data,
        .b_row = dy.stride,
        .c = gradients.at(linear.weight),
        .store = gradients.fresh ? GemmStore::kSet : GemmStore::kAdd});
  AddColumnSums(dy, gradients.at(linear.bias));
}

void BackwardInput(const Linear& linear, const Weights& weights, ConstMatrix dy, Matrix dx, GemmStore store,
                   ConstMatrix factor) {
  Gemm({.m = dy.rows,
        .n = dx.cols,
        .k = dy.cols,
        .a = dy.data,
        .a_row = dy.stride,
        .b = weights.transposed(linear.weight),
        .c = dx.data,
        .c_row = dx.stride,
        .store = store,
        .extra = factor.data,
        .extra_row = factor.stride});
}

}  // namespace mask2cause
