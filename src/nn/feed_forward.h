// y = norm(x + dropout(W2 dropout(gelu(W1 x)))): each token by itself, no mixing between variables.
#pragma once

#include "nn/context.h"
#include "nn/linear.h"
#include "nn/norm.h"

namespace mask2cause {

struct FeedForward {
  Linear expand, contract;  // d -> 4 d -> d
  Norm norm;
  size_t site = 0;  // of its first dropout; the second is site + 1
};

FeedForward AddFeedForward(ParameterLayout& layout, const std::string& name, const std::string& norm_name, size_t width,
                           size_t site);

// Kept from the forward to the backward pass.
struct FeedForwardState {
  Matrix hidden;  // (rows, 4 d): after gelu and dropout
  Matrix slope;   // (rows, 4 d): derivative of the same
  NormState norm;
  Matrix y;  // (rows, d)
};
FeedForwardState TakeFeedForwardState(Arena& arena, size_t rows, size_t width);

// x (rows, d) -> state.y; `branch` (rows, d) is scratch.
void Forward(const FeedForward& block, const Weights& weights, const TileContext& context, ConstMatrix x,
             FeedForwardState& state, Matrix branch);

// dy (rows, d) becomes dx in place; `branch` (rows, d) and `dhidden` (rows, 4 d) are scratch.
void Backward(const FeedForward& block, const Weights& weights, const Gradients& gradients, const TileContext& context,
              ConstMatrix x, const FeedForwardState& state, Matrix dy, Matrix branch, Matrix dhidden);

}  // namespace mask2cause
