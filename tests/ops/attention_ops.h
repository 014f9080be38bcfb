// Attention of one window.
#pragma once

#include <fmt/core.h>

#include "kernels/attention.h"
#include "kernels/reference/attention.h"
#include "ops/op.h"

namespace mask2cause::testing {
namespace attention_detail {

inline reference::AttentionArrays<double> Arrays(const AttentionShape& shape, Operands<double>& o) {
  return {shape, o.data("qkv"), o["qkv"].stride, o.data("log_mask"), o["log_mask"].stride};
}

inline AttentionForwardCall ForwardCall(const AttentionShape& shape, Operands<float>& o) {
  return {.shape = shape,
          .qkv = MatrixOf(o["qkv"]),
          .log_mask = MatrixOf(o["log_mask"]),
          .out = MatrixOf(o["out"]),
          .stats = {o.data("largest"), o.data("inverse_sum")},
          .scratch = o.data("scratch")};
}

inline AttentionBackwardCall BackwardCall(const AttentionShape& shape, Operands<float>& o) {
  return {.shape = shape,
          .qkv = MatrixOf(o["qkv"]),
          .log_mask = MatrixOf(o["log_mask"]),
          .stats = {o.data("largest"), o.data("inverse_sum")},
          .dout = MatrixOf(o["dout"]),
          .dqkv = MatrixOf(o["dqkv"]),
          .dlog_mask = MatrixOf(o["dlog_mask"]),
          .scratch = o.data("scratch")};
}

// The kernels' exp stays at 1.2e-38 where it would vanish; a rounding of this is more.
constexpr double kLeastWeight = 1e-30;

// Visits each (head, target) with its softmax weights and the largest sum of absolute parts that one of its scores has.
template <class Visit>
void ForEachTarget(const AttentionShape& shape, Operands<double>& o, Visit&& visit) {
  const size_t n = shape.variables, width = shape.head_width();
  const View<double> qkv = o["qkv"], log_mask = o["log_mask"];
  std::vector<double> weights(n);
  for (size_t head = 0; head < shape.heads; ++head) {
    const size_t q = head * width, k = shape.width + q;
    for (size_t i = 0; i < n; ++i) {
      reference::AttentionRow(n, width, qkv.row(i) + q, qkv.data + k, qkv.stride, log_mask.data + i, log_mask.stride,
                              weights.data());
      double largest = 0.0;
      for (size_t j = 0; j < n; ++j) {
        weights[j] = std::max(weights[j], kLeastWeight);
        double parts = 0.0;
        for (size_t c = 0; c < width; ++c) parts += std::abs(qkv.row(i)[q + c] * qkv.row(j)[k + c]);
        largest = std::max(largest, parts / std::sqrt(static_cast<double>(width)) + std::abs(log_mask.row(j)[i]));
      }
      visit(head, i, weights, largest);
    }
  }
}

// A weight's relative error is its score's absolute one, so results are as good as sum(weight x |value|) x (1 + score).
inline void ForwardMagnitude(const AttentionShape& shape, Operands<double>& o) {
  const size_t width = shape.head_width();
  const View<double> qkv = o["qkv"];
  ForEachTarget(shape, o, [&](size_t head, size_t i, const std::vector<double>& weights, double score) {
    for (size_t c = head * width; c < (head + 1) * width; ++c) {
      double sum = 0.0;
      for (size_t j = 0; j < weights.size(); ++j) sum += weights[j] * std::abs(qkv.row(j)[2 * shape.width + c]);
      o["out"].row(i)[c] = (1.0 + score) * sum;
    }
  });
}

inline void BackwardMagnitude(const AttentionShape& shape, Operands<double>& o) {
  const size_t n = shape.variables, d = shape.width, width = shape.head_width();
  const View<double> qkv = o["qkv"], dout = o["dout"], dqkv = o["dqkv"], dlog_mask = o["dlog_mask"];
  o.ForEach(o.IndexOf("dqkv"), [](double& x) { x = 0.0; });
  o.ForEach(o.IndexOf("dlog_mask"), [](double& x) { x = std::abs(x); });
  ForEachTarget(shape, o, [&](size_t head, size_t i, const std::vector<double>& weights, double score) {
    const size_t q = head * width, k = d + q, v = 2 * d + q;
    std::vector<double> gradient(n, 0.0);
    double mean = 0.0;
    for (size_t j = 0; j < n; ++j) {
      for (size_t c = 0; c < width; ++c) gradient[j] += std::abs(dout.row(i)[q + c] * qkv.row(j)[v + c]);
      mean += weights[j] * gradient[j];
    }
    for (size_t j = 0; j < n; ++j) {
      const double weight = (1.0 + score) * weights[j], ds = weight * (gradient[j] + mean);
      dlog_mask.row(j)[i] += ds;
      for (size_t c = 0; c < width; ++c) {
        dqkv.row(i)[q + c] += ds * std::abs(qkv.row(j)[k + c]) / std::sqrt(static_cast<double>(width));
        dqkv.row(j)[k + c] += ds * std::abs(qkv.row(i)[q + c]) / std::sqrt(static_cast<double>(width));
        dqkv.row(j)[v + c] += weight * std::abs(dout.row(i)[q + c]);
      }
    }
  });
}

inline std::string Name(const char* what, const AttentionShape& shape) {
  return fmt::format("attention {} N={} d={} heads={}", what, shape.variables, shape.width, shape.heads);
}

}  // namespace attention_detail

// log(A + 1e-6) of gates from wide open to shut.
inline Fill LogMasks() {
  return [](Rng& rng) { return std::log(1.0 / (1.0 + std::exp(-rng.Uniform(-20.0, 10.0))) + 1e-6); };
}

inline Op AttentionForwardOp(const AttentionShape& shape, Fill qkv = Around(0.0), Fill log_mask = LogMasks()) {
  using namespace attention_detail;
  const size_t n = shape.variables, d = shape.width;
  Op op;
  op.name = Name("forward", shape);
  op.operands = {{"qkv", Role::kInput, n, 3 * d, Layout::kPadded, std::move(qkv)},
                 {"log_mask", Role::kInput, n, n, Layout::kPadded, std::move(log_mask)},
                 {"out", Role::kOutput, n, d},
                 ScratchVector("largest", SoftmaxStatsSize(shape)),
                 ScratchVector("inverse_sum", SoftmaxStatsSize(shape)),
                 ScratchVector("scratch", AttentionScratch(shape))};
  op.kernel = [=](Operands<float>& o) { AttentionForward(ForwardCall(shape, o)); };
  op.twin = [=](Operands<double>& o) { reference::AttentionForward(Arrays(shape, o), o.data("out"), o["out"].stride); };
  op.magnitude = [=](Operands<double>& o) { ForwardMagnitude(shape, o); };
  // A score, its difference from the largest, exp (2 units, once above and once below the line), two sums over sources.
  op.roundings = 2.0 * static_cast<double>(shape.head_width() + n + 8);
  op.flops = 4.0 * static_cast<double>(n * n * d);
  return op;
}

inline Op AttentionBackwardOp(const AttentionShape& shape, Fill qkv = Around(0.0), Fill log_mask = LogMasks()) {
  using namespace attention_detail;
  const size_t n = shape.variables, d = shape.width;
  Op op;
  op.name = Name("backward", shape);
  op.operands = {{"qkv", Role::kInput, n, 3 * d, Layout::kPadded, std::move(qkv)},
                 {"log_mask", Role::kInput, n, n, Layout::kPadded, std::move(log_mask)},
                 {"dout", Role::kInput, n, d},
                 {"dqkv", Role::kOutput, n, 3 * d},
                 {"dlog_mask", Role::kUpdated, n, n, Layout::kPadded, Around(0.0), Padding::kScratch},
                 {"out", Role::kScratch, n, d},
                 ScratchVector("largest", SoftmaxStatsSize(shape)),
                 ScratchVector("inverse_sum", SoftmaxStatsSize(shape)),
                 ScratchVector("scratch", AttentionScratch(shape))};
  op.prepare = [=](Operands<float>& o) { AttentionForward(ForwardCall(shape, o)); };
  op.kernel = [=](Operands<float>& o) { AttentionBackward(BackwardCall(shape, o)); };
  op.twin = [=](Operands<double>& o) {
    reference::AttentionBackward(Arrays(shape, o), o.data("dout"), o["dout"].stride, o.data("dqkv"), o["dqkv"].stride,
                                 o.data("dlog_mask"), o["dlog_mask"].stride);
  };
  op.magnitude = [=](Operands<double>& o) { BackwardMagnitude(shape, o); };
  op.roundings = 4.0 * static_cast<double>(shape.head_width() + n + shape.heads + 8);
  op.flops = 10.0 * static_cast<double>(n * n * d);
  return op;
}

inline std::vector<Op> AttentionOps() {
  std::vector<Op> ops;
  const auto add = [&ops](size_t n, size_t d, size_t heads) {
    ops.push_back(AttentionForwardOp({n, d, heads}));
    ops.push_back(AttentionBackwardOp({n, d, heads}));
  };
  for (const size_t n : {1, 2, 3, 5, 10, 16, 17, 36, 65}) {
    for (const size_t d : Widths()) {
      for (const size_t heads : {1, 2, 4}) add(n, d, heads);
    }
  }
  for (const size_t n : {63, 64, 100, 129, 130}) add(n, 20, 4);
  add(130, 64, 4);
  add(7, 6, 3);   // a head of two columns
  add(9, 15, 3);  // an odd one
  add(9, 6, 6);   // a single one
  return ops;
}

// Scores so far apart that every weight but one is nothing, and gates that are all shut.
inline std::vector<Op> ExtremeAttentionOps() {
  std::vector<Op> ops;
  for (const AttentionShape& shape : {AttentionShape{17, 16, 4}, AttentionShape{65, 8, 2}}) {
    ops.push_back(AttentionForwardOp(shape, Uniforms(-30.0, 30.0)));
    ops.push_back(AttentionBackwardOp(shape, Uniforms(-30.0, 30.0)));
    ops.push_back(AttentionForwardOp(shape, Zeros()));
    ops.push_back(AttentionBackwardOp(shape, Zeros()));
    const Fill shut = [](Rng&) { return std::log(1e-6); };
    ops.push_back(AttentionForwardOp(shape, Around(0.0), shut));
    ops.push_back(AttentionBackwardOp(shape, Around(0.0), shut));
  }
  return ops;
}

inline GradientPair AttentionGradient(const AttentionShape& shape) {
  return {AttentionForwardOp(shape), AttentionBackwardOp(shape)};
}

}  // namespace mask2cause::testing
