#include "kernels/activation.h"

#include "kernels/isa.h"
#include "kernels/reference/activation.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/activation.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

void GeluForwardKernel(Matrix h, Matrix slope, const Dropout& dropout, size_t first_row) {
  const FloatTag d;
  const size_t padded = PaddedColumns(h.cols);
  for (size_t r = 0; r < h.rows; ++r) {
    float* const value = h.row(r);
    float* const gradient = slope.row(r);
    ForEachFactor(dropout, first_row + r, padded, [&](size_t c, FloatVec keep) HWY_ATTR {
      const FloatVec x = hn::Load(d, value + c);
      FloatVec cdf, pdf;
      NormalCdfPdf(x, cdf, pdf);
      hn::Store(hn::Mul(keep, hn::Mul(x, cdf)), d, value + c);
      hn::Store(hn::Mul(keep, hn::MulAdd(x, pdf, cdf)), d, gradient + c);
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(GeluForwardKernel);

void GeluForward(Matrix h, Matrix slope, const Dropout& dropout, size_t first_row) {
  if (UseScalarKernels()) return reference::GeluForward(h, slope, dropout, first_row);
  HWY_DYNAMIC_DISPATCH(GeluForwardKernel)(h, slope, dropout, first_row);
}

}  // namespace mask2cause
#endif
