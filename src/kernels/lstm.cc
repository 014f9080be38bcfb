#include "kernels/lstm.h"

#include "kernels/isa.h"
#include "kernels/reference/lstm.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/lstm.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

// Whole vectors, or the last few columns.
template <class Visit>
HWY_INLINE void ForEachVector(size_t width, Visit&& visit) {
  const size_t lanes = hn::Lanes(FloatTag());
  size_t c = 0;
  for (; c + lanes <= width; c += lanes) {
    visit(
        c, [](const float* p) { return hn::LoadU(FloatTag(), p); },
        [](FloatVec v, float* p) { hn::StoreU(v, FloatTag(), p); });
  }
  if (c == width) return;
  const Tail tail(width - c);
  visit(
      c, [&tail](const float* p) { return tail.Load(p); }, [&tail](FloatVec v, float* p) { tail.Store(v, p); });
}

void LstmForwardKernel(const LstmForwardCall& call) {
  const size_t width = call.cell.cols;
  for (size_t r = 0; r < call.cell.rows; ++r) {
    const float* const z = call.z.row(r);
    const float* const before = call.before.data == nullptr ? nullptr : call.before.row(r);
    float *const gates = call.gates.row(r), *const cells = call.cell.row(r), *const bents = call.bent.row(r),
                 *const states = call.state.row(r);
    ForEachVector(width, [&](size_t c, auto&& load, auto&& store) {
      const FloatVec i = Sigmoid(load(z + c)), f = Sigmoid(load(z + width + c)), g = Tanh(load(z + 2 * width + c)),
                     o = Sigmoid(load(z + 3 * width + c));
      FloatVec cell = hn::Mul(i, g);
      if (before != nullptr) cell = hn::MulAdd(f, load(before + c), cell);
      const FloatVec bent = Tanh(cell);
      store(i, gates + c);
      store(f, gates + width + c);
      store(g, gates + 2 * width + c);
      store(o, gates + 3 * width + c);
      store(cell, cells + c);
      store(bent, bents + c);
      store(hn::Mul(o, bent), states + c);
    });
  }
}

void LstmBackwardKernel(const LstmBackwardCall& call) {
  const FloatTag d;
  const FloatVec zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  const size_t width = call.bent.cols;
  for (size_t r = 0; r < call.bent.rows; ++r) {
    const float *const gates = call.gates.row(r), *const bents = call.bent.row(r), *const dstates = call.dstate.row(r);
    const float* const before = call.before.data == nullptr ? nullptr : call.before.row(r);
    const float* const dcells = call.dcell.data == nullptr ? nullptr : call.dcell.row(r);
    float* const dz = call.dz.row(r);
    float* const dbefore = call.dbefore.data == nullptr ? nullptr : call.dbefore.row(r);
    ForEachVector(width, [&](size_t c, auto&& load, auto&& store) {
      const auto put = [&](FloatVec v, float* to, bool add) { store(add ? hn::Add(v, load(to)) : v, to); };
      const FloatVec i = load(gates + c), f = load(gates + width + c), g = load(gates + 2 * width + c),
                     o = load(gates + 3 * width + c), bent = load(bents + c), dh = load(dstates + c);
      FloatVec dc = hn::Mul(hn::Mul(dh, o), hn::NegMulAdd(bent, bent, one));
      if (dcells != nullptr) dc = hn::Add(dc, load(dcells + c));
      const FloatVec df =
          before == nullptr ? zero : hn::Mul(hn::Mul(dc, load(before + c)), hn::Mul(f, hn::Sub(one, f)));
      put(hn::Mul(hn::Mul(dc, g), hn::Mul(i, hn::Sub(one, i))), dz + c, call.add_dz);
      put(df, dz + width + c, call.add_dz);
      put(hn::Mul(hn::Mul(dc, i), hn::NegMulAdd(g, g, one)), dz + 2 * width + c, call.add_dz);
      put(hn::Mul(hn::Mul(dh, bent), hn::Mul(o, hn::Sub(one, o))), dz + 3 * width + c, call.add_dz);
      if (dbefore != nullptr) put(hn::Mul(dc, f), dbefore + c, call.add_dbefore);
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(LstmForwardKernel);
HWY_EXPORT(LstmBackwardKernel);

void LstmForward(const LstmForwardCall& call) {
  if (UseScalarKernels()) {
    return reference::LstmForward<ConstMatrix, Matrix>(call.z, call.before, call.gates, call.cell, call.bent,
                                                       call.state);
  }
  HWY_DYNAMIC_DISPATCH(LstmForwardKernel)(call);
}

void LstmBackward(const LstmBackwardCall& call) {
  if (UseScalarKernels()) {
    return reference::LstmBackward<ConstMatrix, Matrix>(call.gates, call.before, call.bent, call.dstate, call.dcell,
                                                        call.dz, call.add_dz, call.dbefore, call.add_dbefore);
  }
  HWY_DYNAMIC_DISPATCH(LstmBackwardKernel)(call);
}

}  // namespace mask2cause
#endif
