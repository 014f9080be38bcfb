// y = norm(x + dropout(O attention(Q x, K x, V x))), with log(A + 1e-6) added to the scores: the one place where
// variables see each other.
#pragma once

#include "kernels/attention.h"
#include "nn/context.h"
#include "nn/linear.h"
#include "nn/norm.h"

namespace mask2cause {

struct MaskedAttention {
  AttentionShape shape;
  Linear qkv;  // d -> 3 d, queries, keys and values in one product
  Linear out;  // d -> d
  Norm norm;
  size_t site = 0;
};

MaskedAttention AddMaskedAttention(ParameterLayout& layout, const std::string& name, const AttentionShape& shape,
                                   size_t site);

struct MaskedAttentionState {
  Matrix qkv;          // (rows, 3 d)
  Matrix mixed;        // (rows, d): heads side by side, before O
  SoftmaxStats stats;  // of each window in turn
  NormState norm;
  Matrix y;  // (rows, d)
};
MaskedAttentionState TakeMaskedAttentionState(Arena& arena, size_t rows, const AttentionShape& shape);

// x (rows, d) -> state.y; log_mask (N, N) [source][target]; `branch` (rows, d) and `scratch` (AttentionScratch) are
// scratch.
void Forward(const MaskedAttention& layer, const Weights& weights, const TileContext& context, ConstMatrix x,
             ConstMatrix log_mask, MaskedAttentionState& state, Matrix branch, float* scratch);

// dy (rows, d) becomes dx in place; dlog_mask (N, N) [source][target] is added to. `branch` (rows, d) and `dqkv` (rows,
// 3 d) are scratch.
void Backward(const MaskedAttention& layer, const Weights& weights, const Gradients& gradients,
              const TileContext& context, ConstMatrix x, ConstMatrix log_mask, const MaskedAttentionState& state,
              Matrix dy, Matrix dlog_mask, Matrix branch, Matrix dqkv, float* scratch);

}  // namespace mask2cause
