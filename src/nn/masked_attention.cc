#include "nn/masked_attention.h"

#include "kernels/norm.h"

namespace mask2cause {
namespace {

SoftmaxStats StatsOf(const AttentionShape& shape, const MaskedAttentionState& state, size_t window) {
  const size_t at = window * SoftmaxStatsSize(shape);
  return {state.stats.largest + at, state.stats.inverse_sum + at};
}

}  // namespace

MaskedAttention AddMaskedAttention(ParameterLayout& layout, const std::string& name, const AttentionShape& shape,
                                   size_t site) {
  MaskedAttention layer;
  layer.shape = shape;
  layer.qkv = AddLinear(layout, name + ".qkv", shape.width, 3 * shape.width);
  layer.out = AddLinear(layout, name + ".o", shape.width, shape.width);
  layer.norm = AddNorm(layout, name + ".norm1", shape.width);
  layer.site = site;
  return layer;
}

MaskedAttentionState TakeMaskedAttentionState(Arena& arena, size_t rows, const AttentionShape& shape) {
  MaskedAttentionState state;
  state.qkv = TakeMatrix(arena, rows, 3 * shape.width);
  state.mixed = TakeMatrix(arena, rows, shape.width);
  const size_t stats = rows / shape.variables * SoftmaxStatsSize(shape);
  state.stats = {arena.Take(stats), arena.Take(stats)};
  state.norm = TakeNormState(arena, rows, shape.width);
  state.y = TakeMatrix(arena, rows, shape.width);
  return state;
}

void Forward(const MaskedAttention& layer, const Weights& weights, const TileContext& context, ConstMatrix x,
             ConstMatrix log_mask, MaskedAttentionState& state, Matrix branch, float* scratch) {
  const size_t n = layer.shape.variables;
  Forward(layer.qkv, weights, x, state.qkv);
  for (size_t first = 0; first < x.rows; first += n) {
    AttentionForward({.shape = layer.shape,
                      .qkv = state.qkv.Rows(first, n),
                      .log_mask = log_mask,
                      .out = state.mixed.Rows(first, n),
                      .stats = StatsOf(layer.shape, state, first / n),
                      .scratch = scratch});
  }
  Forward(layer.out, weights, state.mixed, branch);
  NormForward({.residual = x,
               .branch = branch,
               .dropout = context.MaskAt(layer.site),
               .first_row = context.first_row,
               .gain = weights.at(layer.norm.gain),
               .bias = weights.at(layer.norm.bias),
               .normal = state.norm.normal,
               .inverse_sd = state.norm.inverse_sd,
               .y = state.y});
}

void Backward(const MaskedAttention& layer, const Weights& weights, const Gradients& gradients,
              const TileContext& context, ConstMatrix x, ConstMatrix log_mask, const MaskedAttentionState& state,
              Matrix dy, Matrix dlog_mask, Matrix branch, Matrix dqkv, float* scratch) {
  const size_t n = layer.shape.variables;
  NormBackward({.dy = dy,
                .normal = state.norm.normal,
                .inverse_sd = state.norm.inverse_sd,
                .gain = weights.at(layer.norm.gain),
                .dropout = context.MaskAt(layer.site),
                .first_row = context.first_row,
                .dresidual = dy,
                .dbranch = branch,
                .dgain = gradients.at(layer.norm.gain),
                .dbias = gradients.at(layer.norm.bias)});
  BackwardParameters(layer.out, gradients, state.mixed, branch);
  Matrix dmixed = state.norm.normal;  // no longer needed
  BackwardInput(layer.out, weights, branch, dmixed, GemmStore::kSet);
  for (size_t first = 0; first < x.rows; first += n) {
    AttentionBackward({.shape = layer.shape,
                       .qkv = state.qkv.Rows(first, n),
                       .log_mask = log_mask,
                       .stats = StatsOf(layer.shape, state, first / n),
                       .dout = dmixed.Rows(first, n),
                       .dqkv = dqkv.Rows(first, n),
                       .dlog_mask = dlog_mask,
                       .scratch = scratch});
  }
  BackwardParameters(layer.qkv, gradients, x, dqkv);
  BackwardInput(layer.qkv, weights, dqkv, dy, GemmStore::kAdd);
}

}  // namespace mask2cause
