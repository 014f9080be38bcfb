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
        tile_stride(PaddedStride(std::min(kAttentionTargets, shape.variables))),
        queries(memory),
        douts(queries + shape.width * stride),
        weights(douts + shape.width * stride),
        gradients(weights + shape.variables * tile_stride) {}

  size_t stride, tile_stride;
  float* queries;    // (d, N): scaled queries, transposed
  float* douts;      // (d, N): gradient of the output, transposed
  float* weights;    // (N, targets of a tile)
  float* gradients;  // (N, targets of a tile)
};

// out (cols, rows) = in (rows, cols) transposed, times scale; columns rows.. of out up to the padding become 0.
void TransposeScaled(ConstMatrix in, float scale, float* out, size_t out_stride) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const size_t padded = PaddedColumns(in.rows);
  const size_t whole_rows = in.cols % 4 == 0 ? in.rows / 4 * 4 : 0;
  if (in.rows != padded) {
    for (size_t c = 0; c < in.cols; ++c) {
      for (size_t r = padded - kLane; r < padded; r += lanes) hn::Store(hn::Zero(d), d, out + c * out_stride + r);
    }
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
  const FloatVec factor = hn::Set(d, scale);
  for (size_t c = 0; c < in.cols; ++c) {
    float* const row = out + c * out_stride;
    for (size_t r = 0; r < padded; r += lanes) hn::Store(hn::Mul(hn::Load(d, row + r), factor), d, row + r);
  }
}

// A tile of targets of one head: columns first .. first + targets - 1 of the (N, N) matrices.
struct AttentionTile {
  size_t head_column, first, targets;
};

// weights (N, targets) = k q^T / sqrt(d_h) + log mask.
HWY_INLINE void Scores(const AttentionShape& shape, ConstMatrix qkv, ConstMatrix log_mask, const Scratch& s,
                       const AttentionTile& tile) {
  GemmHere({.m = shape.variables,
            .n = PaddedColumns(tile.targets),
            .k = shape.head_width(),
            .a = qkv.data + shape.width + tile.head_column,
            .a_row = qkv.stride,
            .a_col = 1,
            .b = s.queries + tile.head_column * s.stride + tile.first,
            .b_row = s.stride,
            .c = s.weights,
            .c_row = s.tile_stride,
            .store = GemmStore::kPlus,
            .extra = log_mask.data + tile.first,
            .extra_row = log_mask.stride});
}

// Scores of one vector of targets, column by column down the N sources, become weights.
HWY_INLINE void SoftmaxColumns(float* weights, size_t stride, size_t n, float* largest, float* inverse_sum) {
  const FloatTag d;
  FloatVec top = hn::Load(d, weights);
  for (size_t j = 1; j < n; ++j) top = hn::Max(top, hn::Load(d, weights + j * stride));
  FloatVec sum = hn::Zero(d);
  for (size_t j = 0; j < n; ++j) {
    const FloatVec e = Exp(hn::Sub(hn::Load(d, weights + j * stride), top));
    hn::Store(e, d, weights + j * stride);
    sum = hn::Add(sum, e);
  }
  const FloatVec inverse = hn::Div(hn::Set(d, 1.0f), sum);
  for (size_t j = 0; j < n; ++j) {
    hn::Store(hn::Mul(hn::Load(d, weights + j * stride), inverse), d, weights + j * stride);
  }
  hn::Store(top, d, largest);
  hn::Store(inverse, d, inverse_sum);
}

void AttentionForwardKernel(const AttentionForwardCall& call) {
  const AttentionShape& shape = call.shape;
  const size_t n = shape.variables, width = shape.head_width();
  const size_t lanes = hn::Lanes(FloatTag());
  const Scratch s(shape, call.scratch);
  const ConstMatrix queries = {call.qkv.data, n, shape.width, call.qkv.stride};
  TransposeScaled(queries, 1.0f / std::sqrt(static_cast<float>(width)), s.queries, s.stride);
  for (size_t head = 0; head < shape.heads; ++head) {
    const size_t stats = head * PaddedColumns(n);
    for (size_t first = 0; first < n; first += kAttentionTargets) {
      const AttentionTile tile = {head * width, first, std::min(kAttentionTargets, n - first)};
      Scores(shape, call.qkv, call.log_mask, s, tile);
      for (size_t c = 0; c < tile.targets; c += lanes) {
        SoftmaxColumns(s.weights + c, s.tile_stride, n, call.stats.largest + stats + first + c,
                       call.stats.inverse_sum + stats + first + c);
      }
      GemmHere({.m = tile.targets,
                .n = width,
                .k = n,
                .a = s.weights,
                .a_row = 1,
                .a_col = s.tile_stride,
                .b = call.qkv.data + 2 * shape.width + tile.head_column,
                .b_row = call.qkv.stride,
                .c = call.out.row(first) + tile.head_column,
                .c_row = call.out.stride});
    }
  }
}

// One vector of targets. weights: scores -> softmax; gradients: of the weights -> of the scores, times scale. The
// unscaled one is added to the log mask's.
HWY_INLINE void SoftmaxColumnsBackward(float* weights, float* gradients, size_t stride, size_t n, const float* largest,
                                       const float* inverse_sum, float* dlog_mask, size_t mask_stride, float scale) {
  const FloatTag d;
  const FloatVec top = hn::Load(d, largest), inverse = hn::Load(d, inverse_sum), factor = hn::Set(d, scale);
  FloatVec mean = hn::Zero(d);  // sum over sources of weight x gradient
  for (size_t j = 0; j < n; ++j) {
    const FloatVec p = hn::Mul(Exp(hn::Sub(hn::Load(d, weights + j * stride), top)), inverse);
    hn::Store(p, d, weights + j * stride);
    mean = hn::MulAdd(p, hn::Load(d, gradients + j * stride), mean);
  }
  for (size_t j = 0; j < n; ++j) {
    float* const dmask = dlog_mask + j * mask_stride;
    const FloatVec g = hn::Mul(hn::Load(d, weights + j * stride), hn::Sub(hn::Load(d, gradients + j * stride), mean));
    hn::Store(hn::Add(hn::Load(d, dmask), g), d, dmask);
    hn::Store(hn::Mul(g, factor), d, gradients + j * stride);
  }
}

// Gradients of queries, keys and values of one tile from those of its scores; keys and values gather over tiles.
HWY_INLINE void TileGradients(const AttentionBackwardCall& call, const Scratch& s, const AttentionTile& tile) {
  const size_t n = call.shape.variables, width = call.shape.head_width();
  const GemmStore store = tile.first == 0 ? GemmStore::kSet : GemmStore::kAdd;
  GemmCall queries = {.m = tile.targets,
                      .n = width,
                      .k = n,
                      .a = s.gradients,
                      .a_row = 1,
                      .a_col = s.tile_stride,
                      .b = call.qkv.data + call.shape.width + tile.head_column,
                      .b_row = call.qkv.stride,
                      .c = call.dqkv.row(tile.first) + tile.head_column,
                      .c_row = call.dqkv.stride};
  GemmHere(queries);
  GemmCall keys = {.m = n,
                   .n = width,
                   .k = tile.targets,
                   .a = s.gradients,
                   .a_row = s.tile_stride,
                   .a_col = 1,
                   .b = call.qkv.row(tile.first) + tile.head_column,
                   .b_row = call.qkv.stride,
                   .c = call.dqkv.data + call.shape.width + tile.head_column,
                   .c_row = call.dqkv.stride,
                   .store = store};
  GemmHere(keys);
  GemmCall values = keys;
  values.a = s.weights;
  values.b = call.dout.row(tile.first) + tile.head_column;
  values.b_row = call.dout.stride;
  values.c = call.dqkv.data + 2 * call.shape.width + tile.head_column;
  GemmHere(values);
}

void AttentionBackwardKernel(const AttentionBackwardCall& call) {
  const AttentionShape& shape = call.shape;
  const size_t n = shape.variables, width = shape.head_width();
  const size_t lanes = hn::Lanes(FloatTag());
  const float scale = 1.0f / std::sqrt(static_cast<float>(width));
  const Scratch s(shape, call.scratch);
  TransposeScaled({call.qkv.data, n, shape.width, call.qkv.stride}, scale, s.queries, s.stride);
  TransposeScaled(call.dout, 1.0f, s.douts, s.stride);
  for (size_t head = 0; head < shape.heads; ++head) {
    const size_t stats = head * PaddedColumns(n);
    for (size_t first = 0; first < n; first += kAttentionTargets) {
      const AttentionTile tile = {head * width, first, std::min(kAttentionTargets, n - first)};
      Scores(shape, call.qkv, call.log_mask, s, tile);
      // Gradient of the weights: v dout^T.
      GemmHere({.m = n,
                .n = PaddedColumns(tile.targets),
                .k = width,
                .a = call.qkv.data + 2 * shape.width + tile.head_column,
                .a_row = call.qkv.stride,
                .a_col = 1,
                .b = s.douts + tile.head_column * s.stride + first,
                .b_row = s.stride,
                .c = s.gradients,
                .c_row = s.tile_stride});
      for (size_t c = 0; c < tile.targets; c += lanes) {
        SoftmaxColumnsBackward(s.weights + c, s.gradients + c, s.tile_stride, n, call.stats.largest + stats + first + c,
                               call.stats.inverse_sum + stats + first + c, call.dlog_mask.data + first + c,
                               call.dlog_mask.stride, scale);
      }
      TileGradients(call, s, tile);
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
  const size_t tile_stride = PaddedStride(std::min(kAttentionTargets, shape.variables));
  return 2 * shape.width * PaddedStride(shape.variables) + 2 * shape.variables * tile_stride;
}

}  // namespace mask2cause
#endif
