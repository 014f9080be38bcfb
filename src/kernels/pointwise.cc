#include "kernels/pointwise.h"

#include "kernels/isa.h"
#include "kernels/reference/pointwise.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pointwise.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

template <Pointwise kFunction>
HWY_INLINE FloatVec ValueOf(FloatVec x) {
  const FloatTag d;
  const FloatVec zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  if constexpr (kFunction == Pointwise::kRelu) return hn::Max(x, zero);
  if constexpr (kFunction == Pointwise::kLeakyRelu) return hn::Max(x, hn::Mul(x, hn::Set(d, kLeak)));
  if constexpr (kFunction == Pointwise::kElu) {
    return hn::IfThenElse(hn::Gt(x, zero), x, hn::Sub(Exp(hn::Min(x, zero)), one));
  }
  if constexpr (kFunction == Pointwise::kSigmoid) return Sigmoid(x);
  return Tanh(x);
}

template <Pointwise kFunction>
HWY_INLINE FloatVec SlopeOf(FloatVec y) {
  const FloatTag d;
  const FloatVec zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  if constexpr (kFunction == Pointwise::kRelu) return hn::IfThenElseZero(hn::Gt(y, zero), one);
  if constexpr (kFunction == Pointwise::kLeakyRelu) {
    return hn::IfThenElse(hn::Gt(y, zero), one, hn::Set(d, kLeak));
  }
  if constexpr (kFunction == Pointwise::kElu) return hn::IfThenElse(hn::Gt(y, zero), one, hn::Add(y, one));
  if constexpr (kFunction == Pointwise::kSigmoid) return hn::Mul(y, hn::Sub(one, y));
  return hn::NegMulAdd(y, y, one);
}

template <Pointwise kFunction>
void ForwardAll(size_t size, const float* x, float* y) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= size; i += lanes) hn::StoreU(ValueOf<kFunction>(hn::LoadU(d, x + i)), d, y + i);
  if (i == size) return;
  const Tail tail(size - i);
  tail.Store(ValueOf<kFunction>(tail.Load(x + i)), y + i);
}

template <Pointwise kFunction>
void BackwardAll(size_t size, const float* y, const float* dy, float* dx) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const FloatVec slope = SlopeOf<kFunction>(hn::LoadU(d, y + i));
    hn::StoreU(hn::MulAdd(hn::LoadU(d, dy + i), slope, hn::LoadU(d, dx + i)), d, dx + i);
  }
  if (i == size) return;
  const Tail tail(size - i);
  tail.Store(hn::MulAdd(tail.Load(dy + i), SlopeOf<kFunction>(tail.Load(y + i)), tail.Load(dx + i)), dx + i);
}

void PointwiseForwardKernel(Pointwise f, size_t size, const float* x, float* y) {
  switch (f) {
    case Pointwise::kRelu:
      return ForwardAll<Pointwise::kRelu>(size, x, y);
    case Pointwise::kLeakyRelu:
      return ForwardAll<Pointwise::kLeakyRelu>(size, x, y);
    case Pointwise::kElu:
      return ForwardAll<Pointwise::kElu>(size, x, y);
    case Pointwise::kSigmoid:
      return ForwardAll<Pointwise::kSigmoid>(size, x, y);
    case Pointwise::kTanh:
      return ForwardAll<Pointwise::kTanh>(size, x, y);
  }
}

void PointwiseBackwardKernel(Pointwise f, size_t size, const float* y, const float* dy, float* dx) {
  switch (f) {
    case Pointwise::kRelu:
      return BackwardAll<Pointwise::kRelu>(size, y, dy, dx);
    case Pointwise::kLeakyRelu:
      return BackwardAll<Pointwise::kLeakyRelu>(size, y, dy, dx);
    case Pointwise::kElu:
      return BackwardAll<Pointwise::kElu>(size, y, dy, dx);
    case Pointwise::kSigmoid:
      return BackwardAll<Pointwise::kSigmoid>(size, y, dy, dx);
    case Pointwise::kTanh:
      return BackwardAll<Pointwise::kTanh>(size, y, dy, dx);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(PointwiseForwardKernel);
HWY_EXPORT(PointwiseBackwardKernel);

void PointwiseForward(Pointwise f, size_t size, const float* x, float* y) {
  if (UseScalarKernels()) return reference::PointwiseForward(f, size, x, y);
  HWY_DYNAMIC_DISPATCH(PointwiseForwardKernel)(f, size, x, y);
}

void PointwiseBackward(Pointwise f, size_t size, const float* y, const float* dy, float* dx) {
  if (UseScalarKernels()) return reference::PointwiseBackward(f, size, y, dy, dx);
  HWY_DYNAMIC_DISPATCH(PointwiseBackwardKernel)(f, size, y, dy, dx);
}

}  // namespace mask2cause
#endif
