// Multi-head attention between the variables of one window, gated by the log of the adjacency. The (N, N) weights are
// never stored: the backward pass computes them again from the saved log-sums, a tile of rows at a time.
#pragma once

#include "core/matrix.h"

namespace mask2cause {

struct AttentionShape {
  size_t variables = 0;  // N
  size_t width = 0;      // d
  size_t heads = 0;      // H

  size_t head_width() const { return width / heads; }
};

// A finite "minus infinity" for the padding columns of the log mask.
constexpr float kClosed = -1e30f;

struct AttentionForwardCall {
  AttentionShape shape;
  ConstMatrix qkv;              // (N, 3 d): queries, keys, values
  ConstMatrix log_mask;         // (N, N) log(A + 1e-6), padding columns kClosed
  Matrix out;                   // (N, d) out
  float* log_sums = nullptr;    // (H, N) out
  float* scratch = nullptr;     // AttentionScratch(shape) floats
};
void AttentionForward(const AttentionForwardCall& call);

struct AttentionBackwardCall {
  AttentionShape shape;
  ConstMatrix qkv, log_mask, out;
  const float* log_sums = nullptr;
  ConstMatrix dout;          // (N, d)
  Matrix dqkv;               // (N, 3 d) out
  Matrix dlog_mask;          // (N, N) added to; padding columns are scratch
  float* scratch = nullptr;
};
void AttentionBackward(const AttentionBackwardCall& call);

// Rows of the weight matrix that are alive at a time: with N columns they stay in the first two cache levels.
constexpr size_t kAttentionRows = 48;
size_t AttentionScratch(const AttentionShape& shape);

}  // namespace mask2cause
