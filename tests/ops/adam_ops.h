// Adam. It has no gradient of its own, so it takes part in two of the three modes.
#pragma once

#include <fmt/core.h>

#include "kernels/adam.h"
#include "kernels/reference/adam.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct AdamCase {
  size_t size, partials;
  AdamStep step = {};
  Fill moments = Uniforms(0.0, 1.0);
  Fill gradient = Around(0.0);
};

namespace adam_detail {

template <class T>
std::vector<const T*> Partials(const AdamCase& a, Operands<T>& o) {
  std::vector<const T*> rows;
  for (size_t p = 0; p < a.partials; ++p) rows.push_back(o["partial"].row(p));
  return rows;
}

inline void Magnitude(const AdamCase& a, Operands<double>& o) {
  const double beta1 = static_cast<double>(a.step.beta1), beta2 = static_cast<double>(a.step.beta2);
  for (size_t i = 0; i < a.size; ++i) {
    double gradient = 0.0, sum = 0.0;
    for (size_t p = 0; p < a.partials; ++p) {
      gradient += std::abs(o["partial"].row(p)[i]);
      sum += o["partial"].row(p)[i];
    }
    double &first = o.data("first")[i], &second = o.data("second")[i], &parameter = o.data("parameters")[i];
    const double exact = beta2 * second + (1.0 - beta2) * sum * sum;
    first = beta1 * std::abs(first) + (1.0 - beta1) * gradient;
    second = beta2 * second + (1.0 - beta2) * gradient * gradient;
    const double root = std::sqrt(exact) * static_cast<double>(a.step.inverse_root_correction);
    // Where partial gradients cancel, the root is as uncertain as they were.
    const double cancelled = exact > 0.0 ? 1.0 + second / exact : 1.0;
    const double move = static_cast<double>(a.step.rate) * first / (root + static_cast<double>(a.step.epsilon));
    parameter = std::abs(parameter) + move * cancelled;
  }
}

}  // namespace adam_detail

inline Op AdamOp(const AdamCase& a) {
  using namespace adam_detail;
  Op op;
  op.name = fmt::format("adam size={} partials={}", a.size, a.partials);
  op.operands = {{"partial", Role::kInput, a.partials, a.size, Layout::kLoose, a.gradient},
                 PlainVector("parameters", Role::kUpdated, a.size),
                 PlainVector("first", Role::kUpdated, a.size, a.moments),
                 PlainVector("second", Role::kUpdated, a.size, a.moments)};
  op.kernel = [=](Operands<float>& o) {
    AdamUpdate(a.size, Partials(a, o), o.data("parameters"), o.data("first"), o.data("second"), a.step);
  };
  op.twin = [=](Operands<double>& o) {
    reference::AdamUpdate<double>(a.size, Partials(a, o), o.data("parameters"), o.data("first"), o.data("second"),
                                  a.step);
  };
  op.magnitude = [=](Operands<double>& o) { Magnitude(a, o); };
  op.roundings = static_cast<double>(2 * a.partials + 8);
  op.flops = static_cast<double>((a.partials + 12) * a.size);
  return op;
}

inline std::vector<Op> AdamOps() {
  std::vector<Op> ops;
  const AdamStep later = {.rate = 3e-3f, .inverse_root_correction = 1.0f};
  const AdamStep first = {.rate = 1e-2f, .inverse_root_correction = 31.622776f};
  for (const size_t size : {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64, 100, 1000}) {
    for (const size_t partials : {1, 2, 3, 8}) {
      ops.push_back(AdamOp({size, partials, later}));
      ops.push_back(AdamOp({size, partials, first, Zeros()}));
    }
  }
  ops.push_back(AdamOp({33, 2, first, Zeros(), Zeros()}));
  ops.push_back(AdamOp({33, 1, later, Uniforms(0.0, 1.0), Uniforms(-1e8, 1e8)}));
  ops.push_back(AdamOp({33, 1, first, Zeros(), Uniforms(-1e-12, 1e-12)}));
  return ops;
}

}  // namespace mask2cause::testing
