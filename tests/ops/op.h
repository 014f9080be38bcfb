// One declaration per op, used in three modes: kernel against scalar twin, twin's gradient against finite differences,
// and speed (bench/ops.cc).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/operands.h"

namespace mask2cause::testing {

struct Op {
  std::string name;  // with its shape
  std::vector<OperandSpec> operands;
  std::function<void(Operands<float>&)> kernel;
  std::function<void(Operands<double>&)> twin;
  // Leaves in each output the magnitude that rounding errors are relative to. Without: the twin of absolute values,
  // which for sums of products is the sum of absolute products.
  std::function<void(Operands<double>&)> magnitude = {};
  // Roundings that a result has gone through, at most: |kernel - twin| <= roundings * 2^-24 * magnitude.
  double roundings = 0.0;
  std::function<void(Operands<float>&)> prepare = {};  // before the kernel, not timed
  double flops = 0.0;                                  // of one call, for speed
};

// A differentiable op. Operands pair by name: "dx" of the backward op is the gradient of "x" of the forward op, and
// operands with the same name hold the same values.
struct GradientPair {
  Op forward, backward;
};

// Token widths: powers of two and not, with and without padding.
inline std::vector<size_t> Widths() {
  return {4, 8, 12, 16, 20, 32, 64, 80};
}

}  // namespace mask2cause::testing
