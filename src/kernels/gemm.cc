#include "kernels/gemm.h"

#include "kernels/isa.h"
#include "kernels/reference/gemm.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gemm.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/gemm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

void GemmKernel(const GemmCall& call) {
  GemmHere(call);
}

// By squares that fit a few cache lines on either side.
void TransposeKernel(ConstMatrix in, const Matrix& out) {
  constexpr size_t kSquare = 16;
  const size_t rows = in.rows / 4 * 4, cols = in.cols / 4 * 4;
  for (size_t r0 = 0; r0 < rows; r0 += kSquare) {
    for (size_t c0 = 0; c0 < cols; c0 += kSquare) {
      for (size_t c = c0; c < std::min(cols, c0 + kSquare); c += 4) {
        for (size_t r = r0; r < std::min(rows, r0 + kSquare); r += 4) {
          Transpose4x4(in.row(r) + c, in.stride, out.row(c) + r, out.stride);
        }
      }
    }
  }
  reference::Transpose(ConstMatrix(in.data + cols, rows, in.cols - cols, in.stride), out.Rows(cols, in.cols - cols));
  reference::Transpose(ConstMatrix(in.row(rows), in.rows - rows, in.cols, in.stride),
                       Matrix{out.data + rows, out.rows, in.rows - rows, out.stride});
}

void TransposePackedKernel(size_t rows, size_t cols, const float* in, float* out) {
  if (rows % 4 != 0 || cols % 4 != 0) return reference::TransposePacked(rows, cols, in, out);
  for (size_t c0 = 0; c0 < cols; c0 += kPanel) {
    const size_t width = std::min(kPanel, PaddedColumns(cols) - c0);
    for (size_t r0 = 0; r0 < rows; r0 += kPanel) {
      const size_t out_width = std::min(kPanel, PaddedColumns(rows) - r0);
      for (size_t c = c0; c < std::min(cols, c0 + kPanel); c += 4) {
        for (size_t r = r0; r < std::min(rows, r0 + kPanel); r += 4) {
          Transpose4x4(in + c0 * rows + r * width + (c - c0), width, out + r0 * cols + c * out_width + (r - r0),
                       out_width);
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(GemmKernel);
HWY_EXPORT(TransposeKernel);
HWY_EXPORT(TransposePackedKernel);

void Gemm(const GemmCall& call) {
  if (UseScalarKernels()) return reference::Gemm(call);
  HWY_DYNAMIC_DISPATCH(GemmKernel)(call);
}

void Transpose(ConstMatrix in, const Matrix& out) {
  if (UseScalarKernels()) return reference::Transpose(in, out);
  HWY_DYNAMIC_DISPATCH(TransposeKernel)(in, out);
}

void TransposePacked(size_t rows, size_t cols, const float* packed_in, float* packed_out) {
  if (UseScalarKernels()) return reference::TransposePacked(rows, cols, packed_in, packed_out);
  HWY_DYNAMIC_DISPATCH(TransposePackedKernel)(rows, cols, packed_in, packed_out);
}

}  // namespace mask2cause
#endif
