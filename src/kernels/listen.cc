#include "kernels/listen.h"

#include <algorithm>

#include "kernels/isa.h"
#include "kernels/reference/listen.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/listen.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

// A vector of series.
class Ears {
 public:
  Ears(const Listening& at, size_t first)
      : at_(at),
        first_(first),
        has_own_(at.own >= first && at.own < first + hn::Lanes(FloatTag())),
        own_(has_own_ ? hn::AndNot(hn::FirstN(FloatTag(), at.own - first), hn::FirstN(FloatTag(), at.own - first + 1))
                      : hn::FirstN(FloatTag(), 0)),
        open_(Of(at.open)),
        share_(Of(at.share)),
        bias_(Of(at.bias)) {}

  FloatVec Of(const float* values) const { return hn::LoadU(FloatTag(), values + first_); }
  FloatVec Input(size_t r, size_t k) const {
    const FloatVec x = Of(at_.x.row(r + at_.w.rows - k));
    return has_own_ ? hn::IfThenElse(own_, Of(at_.x.row(r + at_.w.rows - k - 1)), x) : x;
  }
  FloatVec Convolved(size_t r) const {
    FloatVec sum = hn::Zero(FloatTag());
    for (size_t k = 0; k < at_.w.rows; ++k) sum = hn::MulAdd(Of(at_.w.row(k)), Input(r, k), sum);
    return hn::Mul(open_, sum);
  }
  FloatVec Weighed(FloatVec convolved) const { return hn::MulAdd(share_, convolved, bias_); }
  FloatVec open() const { return open_; }
  FloatVec share() const { return share_; }

 private:
  const Listening& at_;
  const size_t first_;
  const bool has_own_;
  const FloatMask own_;
  const FloatVec open_, share_, bias_;
};

constexpr size_t kBlock = 256;  // rows that stay in cache while one vector of series after the other is gone through

void ListenForwardKernel(const ListenForwardCall& call) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d), rows = call.at.rows();
  HWY_ALIGN float sums[kBlock * hn::MaxLanes(d)];
  for (size_t begin = 0; begin < rows; begin += kBlock) {
    const size_t count = HWY_MIN(kBlock, rows - begin);
    std::fill_n(sums, count * lanes, 0.0f);
    for (size_t first = 0; first < call.at.w.cols; first += lanes) {
      const Ears ears(call.at, first);
      const FloatVec leak = ears.Of(call.at.leak), out = ears.Of(call.at.out), zero = hn::Zero(d);
      for (size_t r = 0; r < count; ++r) {
        const FloatVec h = ears.Weighed(ears.Convolved(begin + r));
        const FloatVec bent = hn::IfThenElse(hn::Gt(h, zero), h, hn::Mul(leak, h));
        hn::Store(hn::MulAdd(out, bent, hn::Load(d, sums + r * lanes)), d, sums + r * lanes);
      }
    }
    for (size_t r = 0; r < count; ++r) {
      call.y[begin + r] = call.shift + hn::GetLane(hn::SumOfLanes(d, hn::Load(d, sums + r * lanes)));
    }
  }
}

// One vector of series over some rows.
void ListenBackwardPart(const ListenBackwardCall& call, size_t first, size_t begin, size_t count) {
  const FloatTag d;
  const Ears ears(call.at, first);
  const FloatVec leak = ears.Of(call.at.leak), out = ears.Of(call.at.out), zero = hn::Zero(d), one = hn::Set(d, 1.0f);
  const FloatVec inward = hn::Mul(ears.share(), ears.open());
  const size_t taps = call.at.w.rows;
  FloatVec dshare = zero, dbias = zero, dleak = zero, dout = zero;
  for (size_t r = begin; r < begin + count; ++r) {
    const FloatVec dy = hn::Set(d, call.dy[r]), c = ears.Convolved(r), h = ears.Weighed(c);
    const auto kept = hn::Gt(h, zero);
    const FloatVec slope = hn::IfThenElse(kept, one, leak), dbent = hn::Mul(dy, out), dh = hn::Mul(dbent, slope);
    dout = hn::MulAdd(dy, hn::Mul(slope, h), dout);
    dleak = hn::Add(dleak, hn::IfThenElse(kept, zero, hn::Mul(dbent, h)));
    dbias = hn::Add(dbias, dh);
    dshare = hn::MulAdd(dh, c, dshare);
    const FloatVec dc = hn::Mul(dh, inward);
    for (size_t k = 0; k < taps; ++k) {
      float* const dw = call.dw.row(k) + first;
      hn::StoreU(hn::MulAdd(dc, ears.Input(r, k), hn::LoadU(d, dw)), d, dw);
    }
  }
  const auto add = [&](FloatVec sum, float* to) { hn::StoreU(hn::Add(sum, hn::LoadU(d, to + first)), d, to + first); };
  add(dshare, call.dshare);
  add(dbias, call.dbias);
  add(dleak, call.dleak);
  add(dout, call.dout);
}

void ListenBackwardKernel(const ListenBackwardCall& call) {
  const size_t lanes = hn::Lanes(FloatTag()), rows = call.at.rows();
  for (size_t begin = 0; begin < rows; begin += kBlock) {
    for (size_t first = 0; first < call.at.w.cols; first += lanes) {
      ListenBackwardPart(call, first, begin, HWY_MIN(kBlock, rows - begin));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(ListenForwardKernel);
HWY_EXPORT(ListenBackwardKernel);

namespace {

reference::Heard<ConstMatrix, float> Plain(const Listening& at) {
  return {at.x, at.w, at.own, at.open, at.share, at.bias, at.leak, at.out};
}

}  // namespace

void ListenForward(const ListenForwardCall& call) {
  if (UseScalarKernels()) return reference::ListenForward(Plain(call.at), call.shift, call.y);
  HWY_DYNAMIC_DISPATCH(ListenForwardKernel)(call);
}

void ListenBackward(const ListenBackwardCall& call) {
  if (UseScalarKernels()) {
    return reference::ListenBackward(Plain(call.at), call.dy, call.dw, call.dshare, call.dbias, call.dleak, call.dout);
  }
  HWY_DYNAMIC_DISPATCH(ListenBackwardKernel)(call);
}

}  // namespace mask2cause
#endif
