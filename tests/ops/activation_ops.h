// GELU with dropout.
#pragma once

#include <fmt/core.h>

#include "kernels/activation.h"
#include "kernels/reference/activation.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct GeluShape {
  size_t rows, cols;
  double dropout = 0.0;
  size_t first_row = 0;

  Dropout Mask() const { return dropout == 0.0 ? Dropout() : MakeDropout(dropout, 11, 2, 6); }
};

inline Op GeluOp(const GeluShape& s, Fill h = Uniforms(-6.0, 6.0)) {
  Op op;
  op.name = fmt::format("gelu rows={} cols={} dropout={} first_row={}", s.rows, s.cols, s.dropout, s.first_row);
  op.operands = {{"h", Role::kUpdated, s.rows, s.cols, Layout::kPadded, std::move(h)},
                 // Its padding becomes the slope at zero, and only ever multiplies a zero.
                 {"slope", Role::kOutput, s.rows, s.cols, Layout::kPadded, Zeros(), Padding::kScratch}};
  op.kernel = [=](Operands<float>& o) { GeluForward(MatrixOf(o["h"]), MatrixOf(o["slope"]), s.Mask(), s.first_row); };
  op.twin = [=](Operands<double>& o) { reference::GeluForward(o["h"], o["slope"], s.Mask(), s.first_row); };
  // The distribution function is good to an absolute error; x times that is the value's.
  op.magnitude = [=](Operands<double>& o) {
    o.ForEach(o.IndexOf("h"), [&](double& x) { x = std::abs(x) * static_cast<double>(s.Mask().scale); });
    o.ForEach(o.IndexOf("slope"), [&](double& x) { x = static_cast<double>(s.Mask().scale); });
  };
  op.roundings = 4.0;
  op.flops = 30.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

inline std::vector<Op> GeluOps() {
  std::vector<Op> ops;
  for (const double dropout : {0.0, 0.1, 0.5}) {
    for (const size_t rows : {0, 1, 2, 3, 17, 36}) {
      for (const size_t cols : {1, 3, 4, 15, 16, 17, 31, 32, 33, 48, 64, 80, 130, 256, 320}) {
        ops.push_back(GeluOp({rows, cols, dropout, 7 * rows}));
      }
    }
  }
  ops.push_back(GeluOp({20, 64}, Uniforms(-1e4, 1e4)));
  ops.push_back(GeluOp({20, 64}, Uniforms(-1e-4, 1e-4)));
  ops.push_back(GeluOp({20, 64}, Uniforms(-1e-30, 1e-30)));
  ops.push_back(GeluOp({2, 64}, Zeros()));
  ops.push_back(GeluOp({2, 64}, [](Rng&) { return -0.0; }));
  return ops;
}

// The backward pass multiplies with the slope, in the epilogue of a product.
inline GradientPair GeluGradient(const GeluShape& s) {
  GradientPair pair{GeluOp(s), {}};
  pair.backward.operands = {{"dh", Role::kUpdated, s.rows, s.cols}, {"slope", Role::kInput, s.rows, s.cols}};
  pair.backward.twin = [=](Operands<double>& o) {
    for (size_t r = 0; r < s.rows; ++r) {
      for (size_t c = 0; c < s.cols; ++c) o["dh"].row(r)[c] *= o["slope"].row(r)[c];
    }
  };
  return pair;
}

}  // namespace mask2cause::testing
