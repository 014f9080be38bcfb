// Layer norm of a residual sum.
#pragma once

#include <fmt/core.h>

#include "kernels/norm.h"
#include "kernels/reference/norm.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct NormShape {
  size_t rows, cols;
  double dropout = 0.0;
  size_t first_row = 0;

  Dropout Mask() const { return dropout == 0.0 ? Dropout() : MakeDropout(dropout, 3, 5, 7); }
};

namespace norm_detail {

inline reference::NormForwardArrays<double> ForwardArrays(const NormShape& s, Operands<double>& o) {
  return {o["residual"], o["branch"],          s.Mask(), s.first_row, o.data("gain"), o.data("bias"),
          o["normal"],   o.data("inverse_sd"), o["y"]};
}

inline NormForwardCall ForwardCall(const NormShape& s, Operands<float>& o) {
  return {.residual = MatrixOf(o["residual"]),
          .branch = MatrixOf(o["branch"]),
          .dropout = s.Mask(),
          .first_row = s.first_row,
          .gain = o.data("gain"),
          .bias = o.data("bias"),
          .normal = MatrixOf(o["normal"]),
          .inverse_sd = o.data("inverse_sd"),
          .y = MatrixOf(o["y"])};
}

// The gradient of the residual may take the place of dy.
inline const char* ResidualGradient(Operands<double>& o) {
  return o.Has("dresidual") ? "dresidual" : "dy";
}

inline reference::NormBackwardArrays<double> BackwardArrays(const NormShape& s, Operands<double>& o) {
  return {o["dy"],         o["normal"],    o.data("inverse_sd"),   o.data("gain"),
          s.Mask(),        s.first_row,    o[ResidualGradient(o)], o["dbranch"],
          o.data("dgain"), o.data("dbias")};
}

inline NormBackwardCall BackwardCall(const NormShape& s, Operands<float>& o) {
  return {.dy = MatrixOf(o["dy"]),
          .normal = MatrixOf(o["normal"]),
          .inverse_sd = o.data("inverse_sd"),
          .gain = o.data("gain"),
          .dropout = s.Mask(),
          .first_row = s.first_row,
          .dresidual = MatrixOf(o[o.Has("dresidual") ? "dresidual" : "dy"]),
          .dbranch = MatrixOf(o["dbranch"]),
          .dgain = o.data("dgain"),
          .dbias = o.data("dbias")};
}

// Subtracting the mean loses what the largest part of a row is above its spread.
inline void ForwardMagnitude(const NormShape& s, Operands<double>& o) {
  reference::NormForward(ForwardArrays(s, o));
  for (size_t r = 0; r < s.rows; ++r) {
    double largest = 0.0;
    for (size_t c = 0; c < s.cols; ++c) {
      const double keep = static_cast<double>(DropoutFactor(s.Mask(), s.first_row + r, c, s.cols));
      largest = std::max(largest, std::abs(o["residual"].row(r)[c]) + std::abs(keep * o["branch"].row(r)[c]));
    }
    double& inverse_sd = o.data("inverse_sd")[r];
    const double loss = 1.0 + largest * inverse_sd;
    inverse_sd *= loss;
    for (size_t c = 0; c < s.cols; ++c) {
      double& normal = o["normal"].row(r)[c];
      normal = loss * (1.0 + std::abs(normal));
      o["y"].row(r)[c] = normal * std::abs(o.data("gain")[c]) + std::abs(o.data("bias")[c]);
    }
  }
}

inline void BackwardMagnitude(const NormShape& s, Operands<double>& o) {
  o.MakeAbsolute();
  const double* const gain = o.data("gain");
  for (size_t r = 0; r < s.rows; ++r) {
    const double *const dy = o["dy"].row(r), *const normal = o["normal"].row(r);
    double mean = 0.0, slope = 0.0;
    for (size_t c = 0; c < s.cols; ++c) {
      mean += dy[c] * gain[c] / static_cast<double>(s.cols);
      slope += dy[c] * gain[c] * normal[c] / static_cast<double>(s.cols);
      o.data("dgain")[c] += dy[c] * normal[c];
      o.data("dbias")[c] += dy[c];
    }
    for (size_t c = 0; c < s.cols; ++c) {
      const double dsum = (dy[c] * gain[c] + mean + normal[c] * slope) * o.data("inverse_sd")[r];
      o[ResidualGradient(o)].row(r)[c] = dsum;
      o["dbranch"].row(r)[c] = dsum * static_cast<double>(s.Mask().scale);
    }
  }
}

inline std::string Name(const char* what, const NormShape& s) {
  return fmt::format("norm {} rows={} d={} dropout={} first_row={}", what, s.rows, s.cols, s.dropout, s.first_row);
}

}  // namespace norm_detail

inline Op NormForwardOp(const NormShape& s, Fill residual = Around(0.0)) {
  using namespace norm_detail;
  Op op;
  op.name = Name("forward", s);
  op.operands = {{"residual", Role::kInput, s.rows, s.cols, Layout::kPadded, std::move(residual)},
                 {"branch", Role::kInput, s.rows, s.cols},
                 PaddedVector("gain", Role::kInput, s.cols),
                 PaddedVector("bias", Role::kInput, s.cols),
                 {"normal", Role::kOutput, s.rows, s.cols},
                 PlainVector("inverse_sd", Role::kOutput, s.rows),
                 {"y", Role::kOutput, s.rows, s.cols}};
  op.kernel = [=](Operands<float>& o) { NormForward(ForwardCall(s, o)); };
  op.twin = [=](Operands<double>& o) { reference::NormForward(ForwardArrays(s, o)); };
  op.magnitude = [=](Operands<double>& o) { ForwardMagnitude(s, o); };
  op.roundings = 2.0 * static_cast<double>(s.cols + 8);  // two sums over a row, a root, a division
  op.flops = 10.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

inline Op NormBackwardOp(const NormShape& s, bool in_place) {
  using namespace norm_detail;
  Op op;
  op.name = Name(in_place ? "backward in place" : "backward", s);
  op.operands = {{"dy", in_place ? Role::kUpdated : Role::kInput, s.rows, s.cols},
                 {"normal", Role::kInput, s.rows, s.cols},
                 PlainVector("inverse_sd", Role::kInput, s.rows, Uniforms(0.1, 10.0)),
                 PaddedVector("gain", Role::kInput, s.cols),
                 {"dbranch", Role::kOutput, s.rows, s.cols},
                 PaddedVector("dgain", Role::kUpdated, s.cols),
                 PaddedVector("dbias", Role::kUpdated, s.cols)};
  if (!in_place) op.operands.push_back({"dresidual", Role::kOutput, s.rows, s.cols});
  op.kernel = [=](Operands<float>& o) { NormBackward(BackwardCall(s, o)); };
  op.twin = [=](Operands<double>& o) { reference::NormBackward(BackwardArrays(s, o)); };
  op.magnitude = [=](Operands<double>& o) { BackwardMagnitude(s, o); };
  op.roundings = static_cast<double>(s.cols + s.rows + 8);
  op.flops = 14.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

inline std::vector<Op> NormOps() {
  std::vector<Op> ops;
  for (const double dropout : {0.0, 0.1}) {
    for (const size_t rows : {0, 1, 2, 3, 5, 10, 17, 36, 130}) {
      for (const size_t cols : {1, 2, 3, 4, 8, 12, 15, 16, 17, 20, 32, 33, 64, 80, 130}) {
        const NormShape shape = {rows, cols, dropout, 5 * rows};
        ops.push_back(NormForwardOp(shape));
        ops.push_back(NormBackwardOp(shape, rows % 2 == 0));
      }
    }
  }
  ops.push_back(NormForwardOp({10, 64, 0.1, 3}, Around(100.0)));             // far from zero
  ops.push_back(NormForwardOp({3, 20, 0.0, 0}, [](Rng&) { return 1e-4; }));  // hardly any spread
  ops.push_back(NormForwardOp({3, 20, 0.0, 0}, Uniforms(-1e6, 1e6)));
  return ops;
}

inline GradientPair NormGradient(const NormShape& s) {
  return {NormForwardOp(s), NormBackwardOp(s, false)};
}

}  // namespace mask2cause::testing
