// The vector types of a target, and a 4 x 4 transpose. Per-target code: included once for each instruction set.
#if defined(MASK2CAUSE_KERNELS_VECTOR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MASK2CAUSE_KERNELS_VECTOR_INL_H_
#undef MASK2CAUSE_KERNELS_VECTOR_INL_H_
#else
#define MASK2CAUSE_KERNELS_VECTOR_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using FloatTag = hn::ScalableTag<float>;
using FloatVec = hn::Vec<FloatTag>;
using FloatMask = hn::Mask<FloatTag>;

// The first `count` lanes of a vector, at any address; nothing beyond them is read or written.
struct Tail {
  explicit Tail(size_t lanes_in_use) : count(lanes_in_use), mask(hn::FirstN(FloatTag(), lanes_in_use)) {}

  FloatVec Load(const float* p) const {
    const FloatTag d;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    return hn::MaskedLoad(mask, d, p);
#else  // there Highway's masked load wants an aligned address and touches the whole vector
    HWY_ALIGN float buffer[hn::MaxLanes(d)] = {};
    for (size_t i = 0; i < count; ++i) buffer[i] = p[i];
    return hn::Load(d, buffer);
#endif
  }

  void Store(FloatVec v, float* p) const {
    const FloatTag d;
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    hn::BlendedStore(v, mask, d, p);
#else
    HWY_ALIGN float buffer[hn::MaxLanes(d)];
    hn::Store(v, d, buffer);
    for (size_t i = 0; i < count; ++i) p[i] = buffer[i];
#endif
  }

  size_t count;
  FloatMask mask;
};

#if HWY_TARGET != HWY_SCALAR
// Four rows of four floats become four columns.
HWY_INLINE void Transpose4x4(const float* in, size_t in_row, float* out, size_t out_row) {
  const hn::FixedTag<float, 4> d;
  const hn::Repartition<double, decltype(d)> pair;
  const auto r0 = hn::LoadU(d, in);
  const auto r1 = hn::LoadU(d, in + in_row);
  const auto r2 = hn::LoadU(d, in + 2 * in_row);
  const auto r3 = hn::LoadU(d, in + 3 * in_row);
  const auto low01 = hn::BitCast(pair, hn::InterleaveLower(d, r0, r1));
  const auto low23 = hn::BitCast(pair, hn::InterleaveLower(d, r2, r3));
  const auto high01 = hn::BitCast(pair, hn::InterleaveUpper(d, r0, r1));
  const auto high23 = hn::BitCast(pair, hn::InterleaveUpper(d, r2, r3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pair, low01, low23)), d, out);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pair, low01, low23)), d, out + out_row);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pair, high01, high23)), d, out + 2 * out_row);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pair, high01, high23)), d, out + 3 * out_row);
}

#else
HWY_INLINE void Transpose4x4(const float* in, size_t in_row, float* out, size_t out_row) {
  for (size_t i = 0; i < 16; ++i) out[i % 4 * out_row + i / 4] = in[i / 4 * in_row + i % 4];
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#endif
