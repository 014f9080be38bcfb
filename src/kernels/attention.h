// Multi-head attention between the variables of one window, gated by the log of the adjacency. The (N, N) weights are
// never stored: the backward pass computes them again from the saved softmax statistics, a tile of targets at a time.
//
// Inside, targets run along the vector lanes and sources down the rows, [source][target]: softmax over the sources is
// then plain vertical arithmetic for a whole vector of targets. So the log mask and its gradient are held that way too.
#pragma once

#include "core/matrix.h"

namespace mask2cause {

struct AttentionShape {
  size_t variables = 0;  // N
  size_t width = 0;      // d
  size_t heads = 0;      // H

  size_t head_width() const { return width / heads; }
};

// Softmax statistics of each head and target: the largest score, and 1 / sum of exp(score - largest).
struct SoftmaxStats {
  float* largest = nullptr;      // (H, N padded)
  float* inverse_sum = nullptr;  // (H, N padded)
};
// Floats of each of the two, for one window.
inline size_t SoftmaxStatsSize(const AttentionShape& shape) {
  return shape.heads * PaddedColumns(shape.variables);
}

struct AttentionForwardCall {
  AttentionShape shape;
  ConstMatrix qkv;           // (N, 3 d): queries, keys, values
  ConstMatrix log_mask;      // (N, N) log(A + 1e-6), [source][target]; padding finite
  Matrix out;                // (N, d) out
  SoftmaxStats stats;        // out
  float* scratch = nullptr;  // AttentionScratch(shape) floats
};
void AttentionForward(const AttentionForwardCall& call);

struct AttentionBackwardCall {
  AttentionShape shape;
  ConstMatrix qkv, log_mask;
  SoftmaxStats stats;
  ConstMatrix dout;  // (N, d)
  Matrix dqkv;       // (N, 3 d) out
  Matrix dlog_mask;  // (N, N) [source][target], added to; padding columns are scratch
  float* scratch = nullptr;
};
void AttentionBackward(const AttentionBackwardCall& call);

// Targets whose weights are alive at a time: with N sources they stay in the first two cache levels.
constexpr size_t kAttentionTargets = 64;
size_t AttentionScratch(const AttentionShape& shape);

}  // namespace mask2cause
