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

HWY_INLINE float Sum(FloatVec v) {
  return hn::GetLane(hn::SumOfLanes(FloatTag(), v));
}

// The lanes of the vector at column c that are columns, not padding.
HWY_INLINE FloatVec ZeroPadding(FloatVec v, size_t c, size_t cols) {
  const FloatTag d;
  if (c + hn::Lanes(d) <= cols) return v;
  return hn::IfThenElseZero(hn::FirstN(d, c < cols ? cols - c : 0), v);
}

// Dropout factors of a whole row of kVecs vectors.
template <size_t kVecs>
HWY_INLINE void RowFactors(const Dropout& dropout, size_t row, FloatVec (&keep)[kVecs]) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = kVecs * lanes;
  if (!dropout.active()) {
    HWY_UNROLL(8) for (size_t v = 0; v < kVecs; ++v) keep[v] = hn::Set(d, 1.0f);
    return;
  }
  const uint32_t word = static_cast<uint32_t>(row) * DropoutWordsPerRow(padded);
  HWY_UNROLL(8) for (size_t c = 0; c < padded; c += lanes) {
    if (c % kDropoutBlock >= kDropoutBlock / 2) continue;  // came with the low half
    const uint32_t offset = static_cast<uint32_t>(c / kDropoutBlock * (kDropoutBlock / 2) + c % kDropoutBlock);
    const size_t high = c + kDropoutBlock / 2;
    FloatVec unused;
    DropoutFactors(dropout, word + offset, keep[c / lanes], high < padded ? keep[high / lanes] : unused);
  }
}

// Rows of exactly kVecs vectors stay in registers from the sum to the result.
template <size_t kVecs>
HWY_INLINE void NormForwardRows(const NormForwardCall& call) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const float share = 1.0f / static_cast<float>(call.y.cols);
  FloatVec gain[kVecs], bias[kVecs];
  for (size_t v = 0; v < kVecs; ++v) {
    gain[v] = hn::Load(d, call.gain + v * lanes);
    bias[v] = hn::Load(d, call.bias + v * lanes);
  }
  for (size_t r = 0; r < call.y.rows; ++r) {
    const float* const x = call.residual.row(r);
    const float* const branch = call.branch.row(r);
    FloatVec keep[kVecs], sum[kVecs];
    RowFactors<kVecs>(call.dropout, call.first_row + r, keep);
    FloatVec total = hn::Zero(d), squares = hn::Zero(d);
    HWY_UNROLL(8) for (size_t v = 0; v < kVecs; ++v) {
      sum[v] = hn::MulAdd(hn::Load(d, branch + v * lanes), keep[v], hn::Load(d, x + v * lanes));
      total = hn::Add(total, sum[v]);
    }
    const FloatVec mean = hn::Set(d, Sum(total) * share);
    HWY_UNROLL(8) for (size_t v = 0; v < kVecs; ++v) {
      sum[v] = hn::Sub(sum[v], mean);
      squares = hn::MulAdd(sum[v], sum[v], squares);
    }
    const float inverse_sd = 1.0f / std::sqrt(Sum(squares) * share + kNormEpsilon);
    call.inverse_sd[r] = inverse_sd;
    const FloatVec scale = hn::Set(d, inverse_sd);
    HWY_UNROLL(8) for (size_t v = 0; v < kVecs; ++v) {
      const FloatVec normal = hn::Mul(sum[v], scale);
      hn::Store(normal, d, call.normal.row(r) + v * lanes);
      hn::Store(hn::MulAdd(normal, gain[v], bias[v]), d, call.y.row(r) + v * lanes);
    }
  }
}

// Any width, through memory.
HWY_INLINE void NormForwardAnyWidth(const NormForwardCall& call) {
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
    FloatVec total = hn::Zero(d), squares = hn::Zero(d);
    ForEachFactor(call.dropout, call.first_row + r, padded, [&](size_t c, FloatVec keep) HWY_ATTR {
      const FloatVec sum = hn::MulAdd(hn::Load(d, branch + c), keep, hn::Load(d, x + c));
      hn::Store(sum, d, normal + c);
      total = hn::Add(total, sum);
    });
    const FloatVec mean = hn::Set(d, Sum(total) * share);
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

// Likewise: rows, and the sums over rows, stay in registers.
template <size_t kVecs>
HWY_INLINE void NormBackwardRows(const NormBackwardCall& call) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const float share = 1.0f / static_cast<float>(call.dy.cols);
  FloatVec gain[kVecs], dgain[kVecs], dbias[kVecs];
  for (size_t v = 0; v < kVecs; ++v) {
    gain[v] = hn::Load(d, call.gain + v * lanes);
    dgain[v] = hn::Load(d, call.dgain + v * lanes);
    dbias[v] = hn::Load(d, call.dbias + v * lanes);
  }
  for (size_t r = 0; r < call.dy.rows; ++r) {
    FloatVec keep[kVecs], scaled[kVecs], normal[kVecs];
    RowFactors<kVecs>(call.dropout, call.first_row + r, keep);
    FloatVec total = hn::Zero(d), aligned = hn::Zero(d);
    HWY_UNROLL(8) for (size_t v = 0; v < kVecs; ++v) {
      const FloatVec g = hn::Load(d, call.dy.row(r) + v * lanes);
      normal[v] = hn::Load(d, call.normal.row(r) + v * lanes);
      dbias[v] = hn::Add(dbias[v], g);
      dgain[v] = hn::MulAdd(g, normal[v], dgain[v]);
      scaled[v] = hn::Mul(g, gain[v]);
      total = hn::Add(total, scaled[v]);
      aligned = hn::MulAdd(scaled[v], normal[v], aligned);
    }
    const FloatVec mean = hn::Set(d, Sum(total) * share);
    const FloatVec slope = hn::Set(d, Sum(aligned) * share);
    const FloatVec inverse_sd = hn::Set(d, call.inverse_sd[r]);
    HWY_UNROLL(8) for (size_t v = 0; v < kVecs; ++v) {
      const FloatVec gradient = hn::Mul(hn::Sub(hn::NegMulAdd(normal[v], slope, scaled[v]), mean), inverse_sd);
      hn::Store(gradient, d, call.dresidual.row(r) + v * lanes);
      hn::Store(hn::Mul(gradient, keep[v]), d, call.dbranch.row(r) + v * lanes);
    }
  }
  for (size_t v = 0; v < kVecs; ++v) {
    hn::Store(dgain[v], d, call.dgain + v * lanes);
    hn::Store(dbias[v], d, call.dbias + v * lanes);
  }
}

HWY_INLINE void NormBackwardAnyWidth(const NormBackwardCall& call) {
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

// Vectors in a row when it is one of the widths kept in registers, else 0. Targets with more lanes than the dropout's
// half-block, or with one, take the general way.
HWY_INLINE size_t RowVecs(size_t cols) {
  const size_t lanes = hn::Lanes(FloatTag());
  return lanes >= 4 && cols % kLane == 0 ? cols / lanes : 0;
}

void NormForwardKernel(const NormForwardCall& call) {
  switch (RowVecs(call.y.cols)) {
    case 1:
      return NormForwardRows<1>(call);
    case 2:
      return NormForwardRows<2>(call);
    case 4:
      return NormForwardRows<4>(call);
    case 8:
      return NormForwardRows<8>(call);
    default:
      return NormForwardAnyWidth(call);
  }
}

void NormBackwardKernel(const NormBackwardCall& call) {
  switch (RowVecs(call.dy.cols)) {
    case 1:
      return NormBackwardRows<1>(call);
    case 2:
      return NormBackwardRows<2>(call);
    case 4:
      return NormBackwardRows<4>(call);
    case 8:
      return NormBackwardRows<8>(call);
    default:
      return NormBackwardAnyWidth(call);
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
