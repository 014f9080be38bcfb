#include "kernels/adam.h"

#include "kernels/isa.h"
#include "kernels/reference/adam.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adam.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

template <class Load, class Store>
HWY_INLINE void AdamVector(FloatVec gradient, const AdamStep& step, Load&& load, Store&& store, float* p, float* m,
                           float* v) {
  const FloatTag d;
  const FloatVec first = hn::MulAdd(hn::Set(d, step.beta1), load(m), hn::Mul(hn::Set(d, 1.0f - step.beta1), gradient));
  const FloatVec second =
      hn::MulAdd(hn::Set(d, step.beta2), load(v), hn::Mul(hn::Set(d, 1.0f - step.beta2), hn::Mul(gradient, gradient)));
  const FloatVec scale =
      hn::MulAdd(hn::Sqrt(second), hn::Set(d, step.inverse_root_correction), hn::Set(d, step.epsilon));
  store(first, m);
  store(second, v);
  store(hn::Sub(load(p), hn::Div(hn::Mul(hn::Set(d, step.rate), first), scale)), p);
}

void AdamUpdateKernel(size_t size, std::span<const float* const> partial, float* p, float* m, float* v,
                      const AdamStep& step) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const auto load = [d](const float* x) HWY_ATTR { return hn::LoadU(d, x); };
  const auto store = [d](FloatVec x, float* to) HWY_ATTR { hn::StoreU(x, d, to); };
  size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    FloatVec gradient = hn::LoadU(d, partial[0] + i);
    for (size_t c = 1; c < partial.size(); ++c) gradient = hn::Add(gradient, hn::LoadU(d, partial[c] + i));
    AdamVector(gradient, step, load, store, p + i, m + i, v + i);
  }
  if (i == size) return;
  const Tail tail(size - i);
  FloatVec gradient = hn::Zero(d);
  for (const float* source : partial) gradient = hn::Add(gradient, tail.Load(source + i));
  const auto load_tail = [tail](const float* x) HWY_ATTR { return tail.Load(x); };
  const auto store_tail = [tail](FloatVec x, float* to) HWY_ATTR { tail.Store(x, to); };
  AdamVector(gradient, step, load_tail, store_tail, p + i, m + i, v + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(AdamUpdateKernel);

void AdamUpdate(size_t size, std::span<const float* const> partial, float* parameters, float* first, float* second,
                const AdamStep& step) {
  if (UseScalarKernels()) return reference::AdamUpdate(size, partial, parameters, first, second, step);
  HWY_DYNAMIC_DISPATCH(AdamUpdateKernel)(size, partial, parameters, first, second, step);
}

}  // namespace mask2cause
#endif
