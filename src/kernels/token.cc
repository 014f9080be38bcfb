#include "kernels/token.h"

#include "kernels/isa.h"
#include "kernels/reference/token.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/token.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

void AddIdentityKernel(Matrix tokens, ConstMatrix identity, const Dropout& dropout, size_t first_row) {
  const FloatTag d;
  for (size_t r = 0; r < tokens.rows; ++r) {
    float* const token = tokens.row(r);
    const float* const id = identity.row((first_row + r) % identity.rows);
    ForEachFactor(dropout, first_row + r, PaddedColumns(tokens.cols), [&](size_t c, FloatVec keep) HWY_ATTR {
      hn::Store(hn::MulAdd(hn::Load(d, token + c), keep, hn::Load(d, id + c)), d, token + c);
    });
  }
}

void AddIdentityBackwardKernel(Matrix dtokens, Matrix didentity, const Dropout& dropout, size_t first_row) {
  const FloatTag d;
  for (size_t r = 0; r < dtokens.rows; ++r) {
    float* const dtoken = dtokens.row(r);
    float* const did = didentity.row((first_row + r) % didentity.rows);
    ForEachFactor(dropout, first_row + r, PaddedColumns(dtokens.cols), [&](size_t c, FloatVec keep) HWY_ATTR {
      const FloatVec g = hn::Load(d, dtoken + c);
      hn::Store(hn::Add(hn::Load(d, did + c), g), d, did + c);
      hn::Store(hn::Mul(g, keep), d, dtoken + c);
    });
  }
}

void HeadForwardKernel(ConstMatrix x, ConstMatrix weight, const float* bias, float* out) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = PaddedColumns(x.cols);
  for (size_t r = 0; r < x.rows; ++r) {
    const size_t head = r % weight.rows;
    const float* const row = x.row(r);
    const float* const w = weight.row(head);
    FloatVec sum = hn::Zero(d);
    for (size_t c = 0; c < padded; c += lanes) sum = hn::MulAdd(hn::Load(d, row + c), hn::Load(d, w + c), sum);
    out[r] = hn::GetLane(hn::SumOfLanes(d, sum)) + bias[head];
  }
}

template <bool kAdd>
HWY_INLINE void HeadBackwardRows(ConstMatrix x, ConstMatrix weight, const float* dout, Matrix dx, Matrix dweight,
                                 float* dbias) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = PaddedColumns(x.cols);
  for (size_t r = 0; r < x.rows; ++r) {
    const size_t head = r % weight.rows;
    const FloatVec g = hn::Set(d, dout[r]);
    const float* const row = x.row(r);
    const float* const w = weight.row(head);
    float* const drow = dx.row(r);
    float* const dw = dweight.row(head);
    for (size_t c = 0; c < padded; c += lanes) {
      const FloatVec before = kAdd ? hn::Load(d, drow + c) : hn::Zero(d);
      hn::Store(hn::MulAdd(g, hn::Load(d, w + c), before), d, drow + c);
      hn::Store(hn::MulAdd(g, hn::Load(d, row + c), hn::Load(d, dw + c)), d, dw + c);
    }
    dbias[head] += dout[r];
  }
}

void HeadBackwardKernel(ConstMatrix x, ConstMatrix weight, const float* dout, Matrix dx, bool add, Matrix dweight,
                        float* dbias) {
  if (add) {
    HeadBackwardRows<true>(x, weight, dout, dx, dweight, dbias);
  } else {
    HeadBackwardRows<false>(x, weight, dout, dx, dweight, dbias);
  }
}

void AddColumnSumsKernel(ConstMatrix x, float* out) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = PaddedColumns(x.cols);
  for (size_t c = 0; c < padded; c += lanes) {
    FloatVec sum = hn::Zero(d);
    for (size_t r = 0; r < x.rows; ++r) sum = hn::Add(sum, hn::Load(d, x.row(r) + c));
    hn::Store(hn::Add(hn::Load(d, out + c), sum), d, out + c);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(AddIdentityKernel);
HWY_EXPORT(AddIdentityBackwardKernel);
HWY_EXPORT(HeadForwardKernel);
HWY_EXPORT(HeadBackwardKernel);
HWY_EXPORT(AddColumnSumsKernel);

void AddIdentity(Matrix tokens, ConstMatrix identity, const Dropout& dropout, size_t first_row) {
  if (UseScalarKernels()) return reference::AddIdentity(tokens, identity, dropout, first_row);
  HWY_DYNAMIC_DISPATCH(AddIdentityKernel)(tokens, identity, dropout, first_row);
}

void AddIdentityBackward(Matrix dtokens, Matrix didentity, const Dropout& dropout, size_t first_row) {
  if (UseScalarKernels()) return reference::AddIdentityBackward(dtokens, didentity, dropout, first_row);
  HWY_DYNAMIC_DISPATCH(AddIdentityBackwardKernel)(dtokens, didentity, dropout, first_row);
}

void HeadForward(ConstMatrix x, ConstMatrix weight, const float* bias, float* out) {
  if (UseScalarKernels()) return reference::HeadForward(x, weight, bias, out);
  HWY_DYNAMIC_DISPATCH(HeadForwardKernel)(x, weight, bias, out);
}

void HeadBackward(ConstMatrix x, ConstMatrix weight, const float* dout, Matrix dx, bool add, Matrix dweight,
                  float* dbias) {
  if (UseScalarKernels()) return reference::HeadBackward(x, weight, dout, dx, add, dweight, dbias);
  HWY_DYNAMIC_DISPATCH(HeadBackwardKernel)(x, weight, dout, dx, add, dweight, dbias);
}

void AddColumnSums(ConstMatrix x, float* out) {
  if (UseScalarKernels()) return reference::AddColumnSums(x, out);
  HWY_DYNAMIC_DISPATCH(AddColumnSumsKernel)(x, out);
}

}  // namespace mask2cause
#endif
