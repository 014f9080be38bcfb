#include "kernels/attention.h"

#include <algorithm>

#include "kernels/isa.h"
#include "kernels/reference/attention.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/attention.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/gemm-inl.h"
#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

// Where the pieces of the scratch memory are.
struct Scratch {
  Scratch(const AttentionShape& shape, float* memory)
      : stride(PaddedStride(shape.variables)),
        tile_rows(std::min(kAttentionRows, shape.variables)),
        keys(memory),
        values(keys + shape.width * stride),
        weights(values + shape.width * stride),
        gradients(weights + tile_rows * stride) {}

  size_t stride, tile_rows;
  float* keys;       // (d, N): scaled keys, transposed
  float* values;     // (d, N): values, transposed
  float* weights;    // (tile_rows, N)
  float* gradients;  // (tile_rows, N)
};

// out (cols, rows) = in (rows, cols) transposed, times scale; columns rows.. of out up to the padding become 0.
void TransposeScaled(ConstMatrix in, float scale, float* out, size_t out_stride) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = PaddedColumns(in.rows);
  const FloatVec factor = hn::Set(d, scale);
  const size_t whole_rows = in.cols % 4 == 0 ? in.rows / 4 * 4 : 0;
  for (size_t c = 0; c < in.cols; ++c) {
    for (size_t r = padded - kLane; r < padded; r += lanes) hn::Store(hn::Zero(d), d, out + c * out_stride + r);
  }
  for (size_t r = 0; r < whole_rows; r += 4) {
    for (size_t c = 0; c < in.cols; c += 4) {
      Transpose4x4(in.row(r) + c, in.stride, out + c * out_stride + r, out_stride);
    }
  }
  for (size_t r = whole_rows; r < in.rows; ++r) {
    for (size_t c = 0; c < in.cols; ++c) out[c * out_stride + r] = in.row(r)[c];
  }
  if (scale == 1.0f) return;
  for (size_t c = 0; c < in.cols; ++c) {
    float* const row = out + c * out_stride;
    for (size_t r = 0; r < padded; r += lanes) hn::Store(hn::Mul(hn::Load(d, row + r), factor), d, row + r);
  }
}

// weights (rows, N padded) = q k^T / sqrt(d_h) + log mask, for rows `first`.. of one head.
HWY_INLINE void Scores(const AttentionShape& shape, ConstMatrix qkv, ConstMatrix log_mask, const Scratch& s, size_t head,
                       size_t first, size_t rows) {
  const size_t width = shape.head_width();
  GemmHere({.m = rows,
              .n = PaddedColumns(shape.variables),
              .k = width,
              .a = qkv.row(first) + head * width,
              .a_row = qkv.stride,
              .a_col = 1,
              .b = s.keys + head * width * s.stride,
              .b_row = s.stride,
              .c = s.weights,
              .c_row = s.stride,
              .store = GemmStore::kPlus,
              .extra = log_mask.row(first),
              .extra_row = log_mask.stride});
}

// One row of scores becomes exp(score - largest); returns the log of their sum, and 1 / sum.
HWY_INLINE float SoftmaxRow(float* row, size_t padded, float& inverse_sum) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  FloatVec top = hn::Load(d, row);
  for (size_t j = lanes; j < padded; j += lanes) top = hn::Max(top, hn::Load(d, row + j));
  top = hn::MaxOfLanes(d, top);
  FloatVec sum = hn::Zero(d);
  for (size_t j = 0; j < padded; j += lanes) {
    const FloatVec e = Exp(hn::Sub(hn::Load(d, row + j), top));
    hn::Store(e, d, row + j);
    sum = hn::Add(sum, e);
  }
  const float total = hn::GetLane(hn::SumOfLanes(d, sum));
  inverse_sum = 1.0f / total;
  return hn::GetLane(top) + std::log(total);
}

HWY_INLINE void ScaleRow(float* row, size_t cols, float factor) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const FloatVec scale = hn::Set(d, factor);
  size_t c = 0;
  for (; c + lanes <= cols; c += lanes) hn::StoreU(hn::Mul(hn::LoadU(d, row + c), scale), d, row + c);
  for (; c < cols; ++c) row[c] *= factor;
}

void AttentionForwardKernel(const AttentionForwardCall& call) {
  const AttentionShape& shape = call.shape;
  const size_t n = shape.variables, width = shape.head_width();
  const size_t padded = PaddedColumns(n);
  const Scratch s(shape, call.scratch);
  const ConstMatrix keys = {call.qkv.data + shape.width, n, shape.width, call.qkv.stride};
  TransposeScaled(keys, 1.0f / std::sqrt(static_cast<float>(width)), s.keys, s.stride);
  for (size_t head = 0; head < shape.heads; ++head) {
    for (size_t first = 0; first < n; first += s.tile_rows) {
      const size_t rows = std::min(s.tile_rows, n - first);
      Scores(shape, call.qkv, call.log_mask, s, head, first, rows);
      for (size_t r = 0; r < rows; ++r) {
        float* const row = s.weights + r * s.stride;
        float inverse_sum = 0.0f;
        call.log_sums[head * n + first + r] = SoftmaxRow(row, padded, inverse_sum);
        ScaleRow(row, padded, inverse_sum);
      }
      GemmHere({.m = rows,
                  .n = width,
                  .k = n,
                  .a = s.weights,
                  .a_row = s.stride,
                  .a_col = 1,
                  .b = call.qkv.data + 2 * shape.width + head * width,
                  .b_row = call.qkv.stride,
                  .c = call.out.row(first) + head * width,
                  .c_row = call.out.stride});
    }
  }
}

// weights -> exp(score - log_sum), the softmax; gradients -> gradient of the scores / sqrt(d_h) from that of the weights.
// The unscaled gradient is added to the log mask's.
HWY_INLINE void SoftmaxBackwardRow(float* weights, float* gradients, float* dlog_mask, size_t padded, float log_sum,
                                   float alignment, float scale) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const FloatVec shift = hn::Set(d, log_sum), mean = hn::Set(d, alignment), factor = hn::Set(d, scale);
  for (size_t j = 0; j < padded; j += lanes) {
    const FloatVec p = Exp(hn::Sub(hn::Load(d, weights + j), shift));
    const FloatVec g = hn::Mul(p, hn::Sub(hn::Load(d, gradients + j), mean));
    hn::Store(p, d, weights + j);
    hn::Store(hn::Add(hn::Load(d, dlog_mask + j), g), d, dlog_mask + j);
    hn::Store(hn::Mul(g, factor), d, gradients + j);
  }
}

HWY_INLINE float Dot(const float* a, const float* b, size_t size) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  FloatVec sum = hn::Zero(d);
  size_t i = 0;
  for (; i + lanes <= size; i += lanes) sum = hn::MulAdd(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum);
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; i < size; ++i) total += a[i] * b[i];
  return total;
}

void AttentionBackwardKernel(const AttentionBackwardCall& call) {
  const AttentionShape& shape = call.shape;
  const size_t n = shape.variables, width = shape.head_width();
  const size_t padded = PaddedColumns(n);
  const float scale = 1.0f / std::sqrt(static_cast<float>(width));
  const Scratch s(shape, call.scratch);
  TransposeScaled({call.qkv.data + shape.width, n, shape.width, call.qkv.stride}, scale, s.keys, s.stride);
  TransposeScaled({call.qkv.data + 2 * shape.width, n, shape.width, call.qkv.stride}, 1.0f, s.values, s.stride);
  for (size_t head = 0; head < shape.heads; ++head) {
    const size_t column = head * width;
    for (size_t first = 0; first < n; first += s.tile_rows) {
      const size_t rows = std::min(s.tile_rows, n - first);
      const GemmStore store = first == 0 ? GemmStore::kSet : GemmStore::kAdd;
      const float* const dout = call.dout.row(first) + column;
      Scores(shape, call.qkv, call.log_mask, s, head, first, rows);
      // gradient of the weights = dout v^T
      GemmHere({.m = rows,
                  .n = padded,
                  .k = width,
                  .a = dout,
                  .a_row = call.dout.stride,
                  .a_col = 1,
                  .b = s.values + column * s.stride,
                  .b_row = s.stride,
                  .c = s.gradients,
                  .c_row = s.stride});
      for (size_t r = 0; r < rows; ++r) {
        const float alignment = Dot(call.dout.row(first + r) + column, call.out.row(first + r) + column, width);
        SoftmaxBackwardRow(s.weights + r * s.stride, s.gradients + r * s.stride, call.dlog_mask.row(first + r), padded,
                           call.log_sums[head * n + first + r], alignment, scale);
      }
      // dq = ds k
      GemmHere({.m = rows,
                  .n = width,
                  .k = n,
                  .a = s.gradients,
                  .a_row = s.stride,
                  .a_col = 1,
                  .b = call.qkv.data + shape.width + column,
                  .b_row = call.qkv.stride,
                  .c = call.dqkv.row(first) + column,
                  .c_row = call.dqkv.stride});
      // dk (+)= ds^T q
      GemmHere({.m = n,
                  .n = width,
                  .k = rows,
                  .a = s.gradients,
                  .a_row = 1,
                  .a_col = s.stride,
                  .b = call.qkv.row(first) + column,
                  .b_row = call.qkv.stride,
                  .c = call.dqkv.data + shape.width + column,
                  .c_row = call.dqkv.stride,
                  .store = store});
      // dv (+)= p^T dout
      GemmHere({.m = n,
                  .n = width,
                  .k = rows,
                  .a = s.weights,
                  .a_row = 1,
                  .a_col = s.stride,
                  .b = dout,
                  .b_row = call.dout.stride,
                  .c = call.dqkv.data + 2 * shape.width + column,
                  .c_row = call.dqkv.stride,
                  .store = store});
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(AttentionForwardKernel);
HWY_EXPORT(AttentionBackwardKernel);

void AttentionForward(const AttentionForwardCall& call) {
  if (UseScalarKernels()) return reference::AttentionForward(call);
  HWY_DYNAMIC_DISPATCH(AttentionForwardKernel)(call);
}

void AttentionBackward(const AttentionBackwardCall& call) {
  if (UseScalarKernels()) return reference::AttentionBackward(call);
  HWY_DYNAMIC_DISPATCH(AttentionBackwardKernel)(call);
}

size_t AttentionScratch(const AttentionShape& shape) {
  const size_t rows = 2 * shape.width + 2 * std::min(kAttentionRows, shape.variables);
  return rows * PaddedStride(shape.variables);
}

}  // namespace mask2cause
#endif
