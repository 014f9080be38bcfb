#include "kernels/norm.h"

#include "kernels/isa.h"
#include "kernels/reference/norm.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/norm.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

HWY_INLINE float Sum(FloatVec v) { return hn::GetLane(hn::SumOfLanes(FloatTag(), v)); }

// The lanes of the vector at column c that are columns, not padding.
HWY_INLINE FloatVec ZeroPadding(FloatVec v, size_t c, size_t cols) {
  const FloatTag d;
  if (c + hn::Lanes(d) <= cols) return v;
  return hn::IfThenElseZero(hn::FirstN(d, c < cols ? cols - c : 0), v);
}

void NormForwardKernel(const NormForwardCall& call) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t cols = call.y.cols;
  const size_t padded = PaddedColumns(cols);
  const float share = 1.0f / static_cast<float>(cols);
  for (size_t r = 0; r < call.y.rows; ++r) {
    const float* const x = call.residual.row(r);
    const float* const branch = call.branch.row(r);
    float* const normal = call.normal.row(r);
    float* const y = call.y.row(r);
    FloatVec total = hn::Zero(d);
    ForEachFactor(call.dropout, call.first_row + r, padded, [&](size_t c, FloatVec keep) HWY_ATTR {
      const FloatVec sum = hn::MulAdd(hn::Load(d, branch + c), keep, hn::Load(d, x + c));
      hn::Store(sum, d, normal + c);
      total = hn::Add(total, sum);
    });
    const FloatVec mean = hn::Set(d, Sum(total) * share);
    FloatVec squares = hn::Zero(d);
    for (size_t c = 0; c < padded; c += lanes) {
      const FloatVec centred = ZeroPadding(hn::Sub(hn::Load(d, normal + c), mean), c, cols);
      hn::Store(centred, d, normal + c);
      squares = hn::MulAdd(centred, centred, squares);
    }
    const float inverse_sd = 1.0f / std::sqrt(Sum(squares) * share + kNormEpsilon);
    call.inverse_sd[r] = inverse_sd;
    const FloatVec scale = hn::Set(d, inverse_sd);
    for (size_t c = 0; c < padded; c += lanes) {
      const FloatVec value = hn::Mul(hn::Load(d, normal + c), scale);
      hn::Store(value, d, normal + c);
      hn::Store(hn::MulAdd(value, hn::Load(d, call.gain + c), hn::Load(d, call.bias + c)), d, y + c);
    }
  }
}

void NormBackwardKernel(const NormBackwardCall& call) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t cols = call.dy.cols;
  const size_t padded = PaddedColumns(cols);
  const float share = 1.0f / static_cast<float>(cols);
  for (size_t r = 0; r < call.dy.rows; ++r) {
    const float* const dy = call.dy.row(r);
    const float* const normal = call.normal.row(r);
    float* const dresidual = call.dresidual.row(r);
    float* const dbranch = call.dbranch.row(r);
    FloatVec total = hn::Zero(d), aligned = hn::Zero(d);
    for (size_t c = 0; c < padded; c += lanes) {
      const FloatVec g = hn::Load(d, dy + c), n = hn::Load(d, normal + c);
      hn::Store(hn::Add(hn::Load(d, call.dbias + c), g), d, call.dbias + c);
      hn::Store(hn::MulAdd(g, n, hn::Load(d, call.dgain + c)), d, call.dgain + c);
      const FloatVec scaled = hn::Mul(g, hn::Load(d, call.gain + c));
      total = hn::Add(total, scaled);
      aligned = hn::MulAdd(scaled, n, aligned);
    }
    const FloatVec mean = hn::Set(d, Sum(total) * share);
    const FloatVec slope = hn::Set(d, Sum(aligned) * share);
    const FloatVec inverse_sd = hn::Set(d, call.inverse_sd[r]);
    ForEachFactor(call.dropout, call.first_row + r, padded, [&](size_t c, FloatVec keep) HWY_ATTR {
      const FloatVec scaled = hn::Mul(hn::Load(d, dy + c), hn::Load(d, call.gain + c));
      const FloatVec inner = hn::Sub(hn::NegMulAdd(hn::Load(d, normal + c), slope, scaled), mean);
      const FloatVec gradient = ZeroPadding(hn::Mul(inner, inverse_sd), c, cols);
      hn::Store(gradient, d, dresidual + c);
      hn::Store(hn::Mul(gradient, keep), d, dbranch + c);
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(NormForwardKernel);
HWY_EXPORT(NormBackwardKernel);

void NormForward(const NormForwardCall& call) {
  if (UseScalarKernels()) return reference::NormForward(call);
  HWY_DYNAMIC_DISPATCH(NormForwardKernel)(call);
}

void NormBackward(const NormBackwardCall& call) {
  if (UseScalarKernels()) return reference::NormBackward(call);
  HWY_DYNAMIC_DISPATCH(NormBackwardKernel)(call);
}

}  // namespace mask2cause
#endif
