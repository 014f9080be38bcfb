// Activations whose derivative is a function of their result.
#pragma once

#include <fmt/core.h>

#include "kernels/pointwise.h"
#include "kernels/reference/pointwise.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct PointwiseCase {
  Pointwise f;
  size_t size;
  double reach = 6.0;
};

inline Op PointwiseOp(const PointwiseCase& p) {
  Op op;
  op.name = fmt::format("pointwise {} size={} reach={}", static_cast<int>(p.f), p.size, p.reach);
  op.operands = {PlainVector("x", Role::kInput, p.size, Uniforms(-p.reach, p.reach)),
                 PlainVector("y", Role::kOutput, p.size)};
  op.kernel = [=](Operands<float>& o) { PointwiseForward(p.f, p.size, o.data("x"), o.data("y")); };
  op.twin = [=](Operands<double>& o) { reference::PointwiseForward(p.f, p.size, o.data("x"), o.data("y")); };
  // Exponentials are good to an absolute error.
  op.magnitude = [=](Operands<double>& o) {
    for (size_t i = 0; i < p.size; ++i) o.data("y")[i] = std::max(1.0, std::abs(o.data("x")[i]));
  };
  op.roundings = 6.0;
  op.flops = 20.0 * static_cast<double>(p.size);
  return op;
}

inline Op PointwiseBackwardOp(const PointwiseCase& p) {
  Op op;
  op.name = fmt::format("pointwise backward {} size={}", static_cast<int>(p.f), p.size);
  op.operands = {PlainVector("y", Role::kInput, p.size, Uniforms(-1.0, 1.0)), PlainVector("dy", Role::kInput, p.size),
                 PlainVector("dx", Role::kUpdated, p.size)};
  op.kernel = [=](Operands<float>& o) { PointwiseBackward(p.f, p.size, o.data("y"), o.data("dy"), o.data("dx")); };
  op.twin = [=](Operands<double>& o) {
    reference::PointwiseBackward(p.f, p.size, o.data("y"), o.data("dy"), o.data("dx"));
  };
  op.magnitude = [=](Operands<double>& o) {
    for (size_t i = 0; i < p.size; ++i) o.data("dx")[i] = std::abs(o.data("dx")[i]) + 3.0 * std::abs(o.data("dy")[i]);
  };
  op.roundings = 4.0;
  op.flops = 4.0 * static_cast<double>(p.size);
  return op;
}

inline std::vector<Op> PointwiseOps() {
  std::vector<Op> ops;
  for (const Pointwise f :
       {Pointwise::kRelu, Pointwise::kLeakyRelu, Pointwise::kElu, Pointwise::kSigmoid, Pointwise::kTanh}) {
    for (const size_t size : {0, 1, 3, 4, 7, 8, 15, 16, 17, 33, 64, 100}) {
      for (const double reach : {6.0, 1e4, 1e-4}) ops.push_back(PointwiseOp({f, size, reach}));
      ops.push_back(PointwiseBackwardOp({f, size}));
    }
  }
  return ops;
}

inline std::vector<GradientPair> PointwiseGradients() {
  std::vector<GradientPair> pairs;
  for (const Pointwise f :
       {Pointwise::kRelu, Pointwise::kLeakyRelu, Pointwise::kElu, Pointwise::kSigmoid, Pointwise::kTanh}) {
    pairs.push_back({PointwiseOp({f, 20}), PointwiseBackwardOp({f, 20})});
  }
  return pairs;
}

}  // namespace mask2cause::testing
