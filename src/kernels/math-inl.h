// Vector exp, sigmoid and hyperbolic tangent, normal density and distribution, and dropout factors. Per-target code.
#if defined(MASK2CAUSE_KERNELS_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MASK2CAUSE_KERNELS_MATH_INL_H_
#undef MASK2CAUSE_KERNELS_MATH_INL_H_
#else
#define MASK2CAUSE_KERNELS_MATH_INL_H_
#endif

#include <hwy/highway.h>

#include "kernels/dropout.h"
#include "kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

// e^x within 2 units in the last place; below -87.3 it stays at the smallest normal number.
HWY_INLINE FloatVec Exp(FloatVec x) {
  const FloatTag d;
  const hn::RebindToSigned<FloatTag> di;
  x = hn::Max(x, hn::Set(d, -87.3f));
  x = hn::Min(x, hn::Set(d, 88.3f));
  const FloatVec n = hn::Round(hn::Mul(x, hn::Set(d, 1.44269504088896f)));
  FloatVec r = hn::NegMulAdd(n, hn::Set(d, 0.693145751953125f), x);  // ln 2 in two parts
  r = hn::NegMulAdd(n, hn::Set(d, 1.42860682030941723e-6f), r);
  FloatVec p = hn::Set(d, 1.9875691500e-4f);
  p = hn::MulAdd(p, r, hn::Set(d, 1.3981999507e-3f));
  p = hn::MulAdd(p, r, hn::Set(d, 8.3334519073e-3f));
  p = hn::MulAdd(p, r, hn::Set(d, 4.1665795894e-2f));
  p = hn::MulAdd(p, r, hn::Set(d, 1.6666665459e-1f));
  p = hn::MulAdd(p, r, hn::Set(d, 5.0000001201e-1f));
  p = hn::MulAdd(p, hn::Mul(r, r), hn::Add(r, hn::Set(d, 1.0f)));
  const auto power = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(di, n), hn::Set(di, 127)));
  return hn::Mul(p, hn::BitCast(d, power));
}

// 1 / x for x >= 1, within 2 units in the last place.
HWY_INLINE FloatVec Reciprocal(FloatVec x) {
  const FloatTag d;
#if HWY_TARGET == HWY_AVX3
  const FloatVec y = hn::ApproximateReciprocal(x);
  return hn::Mul(y, hn::NegMulAdd(x, y, hn::Set(d, 2.0f)));
#else
  return hn::Div(hn::Set(d, 1.0f), x);
#endif
}

// Exponentials are taken of numbers below zero only, so nothing overflows.
HWY_INLINE FloatVec Sigmoid(FloatVec x) {
  const FloatTag d;
  const FloatVec one = hn::Set(d, 1.0f), e = Exp(hn::Neg(hn::Abs(x)));
  return hn::Div(hn::IfThenElse(hn::Gt(x, hn::Zero(d)), one, e), hn::Add(one, e));
}

HWY_INLINE FloatVec Tanh(FloatVec x) {
  const FloatTag d;
  const FloatVec one = hn::Set(d, 1.0f), e = Exp(hn::Mul(hn::Set(d, -2.0f), hn::Abs(x)));
  return hn::CopySign(hn::Div(hn::Sub(one, e), hn::Add(one, e)), x);
}

// Standard normal distribution function `cdf` and density `pdf` at x; the absolute error of cdf is below 2e-8 before
// rounding. erfc(z) = exp(-z^2) t P(t), t = 1 / (1 + 0.55 z), with P fitted by minimax over 0 <= z <= 5.
HWY_INLINE void NormalCdfPdf(FloatVec x, FloatVec& cdf, FloatVec& pdf) {
  const FloatTag d;
  const FloatVec half = hn::Set(d, 0.5f);
  const FloatVec e = Exp(hn::Neg(hn::Mul(half, hn::Mul(x, x))));
  const FloatVec t = Reciprocal(hn::MulAdd(hn::Abs(x), hn::Set(d, 0.55f * 0.70710678118654752f), hn::Set(d, 1.0f)));
  FloatVec p = hn::Set(d, 0.1073242661f);
  p = hn::MulAdd(p, t, hn::Set(d, -0.5180375478f));
  p = hn::MulAdd(p, t, hn::Set(d, 0.7597134925f));
  p = hn::MulAdd(p, t, hn::Set(d, -0.04142557864f));
  p = hn::MulAdd(p, t, hn::Set(d, 0.3908419296f));
  p = hn::MulAdd(p, t, hn::Set(d, 0.301583455f));
  const FloatVec tail = hn::Mul(hn::Mul(half, e), hn::Mul(p, t));
  cdf = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), tail, hn::Sub(hn::Set(d, 1.0f), tail));
  pdf = hn::Mul(e, hn::Set(d, 0.39894228040143268f));
}

// Factors (0 or scale) of the elements served by the hash words `first`..: those by low halves and those by high
// halves.
HWY_INLINE void DropoutFactors(const Dropout& dropout, uint32_t first, FloatVec& low, FloatVec& high) {
  const FloatTag d;
  const hn::RebindToUnsigned<FloatTag> du;
  const hn::RebindToSigned<FloatTag> di;
  // Highway's Iota fills an array first: with a constant start the compiler does that once.
  auto x = hn::Add(hn::Iota(du, 0), hn::Set(du, first + dropout.key0));
  x = hn::Xor(x, hn::ShiftRight<16>(x));
  x = hn::Mul(x, hn::Set(du, 0x7feb352du));
  x = hn::Xor(x, hn::Set(du, dropout.key1));
  x = hn::Xor(x, hn::ShiftRight<15>(x));
  x = hn::Mul(x, hn::Set(du, 0x846ca68bu));
  x = hn::Xor(x, hn::ShiftRight<16>(x));
  const auto limit = hn::Set(di, static_cast<int32_t>(dropout.threshold) - 1);
  const FloatVec scale = hn::Set(d, dropout.scale);
  const auto low_bits = hn::BitCast(di, hn::And(x, hn::Set(du, 0xFFFFu)));
  const auto high_bits = hn::BitCast(di, hn::ShiftRight<16>(x));
  low = hn::IfThenElseZero(hn::RebindMask(d, hn::Gt(low_bits, limit)), scale);
  high = hn::IfThenElseZero(hn::RebindMask(d, hn::Gt(high_bits, limit)), scale);
}

// Calls visit(column, factor) for each vector of a row of `padded` columns (a multiple of 16).
template <class Visit>
HWY_INLINE void ForEachFactor(const Dropout& dropout, size_t row, size_t padded, Visit&& visit) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  if (!dropout.active()) {
    const FloatVec one = hn::Set(d, 1.0f);
    for (size_t c = 0; c < padded; c += lanes) visit(c, one);
    return;
  }
  uint32_t word = static_cast<uint32_t>(row) * DropoutWordsPerRow(padded);
  for (size_t block = 0; block < padded; block += kDropoutBlock) {
    for (size_t c = 0; c < kDropoutBlock / 2; c += lanes, word += static_cast<uint32_t>(lanes)) {
      FloatVec low, high;
      DropoutFactors(dropout, word, low, high);
      visit(block + c, low);
      if (block + kDropoutBlock / 2 < padded) visit(block + kDropoutBlock / 2 + c, high);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#endif
