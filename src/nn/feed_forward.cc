#include "nn/feed_forward.h"

#include "kernels/activation.h"
#include "kernels/norm.h"

namespace mask2cause {

FeedForward AddFeedForward(ParameterLayout& layout, const std::string& name, const std::string& norm_name, size_t width,
                           size_t site) {
  FeedForward block;
  block.expand = AddLinear(layout, name + ".w1", width, 4 * width);
  block.contract = AddLinear(layout, name + ".w2", 4 * width, width);
  block.norm = AddNorm(layout, name + "." + norm_name, width);
  block.site = site;
  return block;
}

FeedForwardState TakeFeedForwardState(Arena& arena, size_t rows, size_t width) {
  FeedForwardState state;
  state.hidden = TakeMatrix(arena, rows, 4 * width);
  state.slope = TakeMatrix(arena, rows, 4 * width);
  state.norm = TakeNormState(arena, rows, width);
  state.y = TakeMatrix(arena, rows, width);
  return state;
}

void Forward(const FeedForward& block, const Weights& weights, const TileContext& context, ConstMatrix x,
             FeedForwardState& state, Matrix branch) {
  Forward(block.expand, weights, x, state.hidden);
  GeluForward(state.hidden, state.slope, context.MaskAt(block.site), context.first_row);
  Forward(block.contract, weights, state.hidden, branch);
  NormForward({.residual = x,
               .branch = branch,
               .dropout = context.MaskAt(block.site + 1),
               .first_row = context.first_row,
               .gain = weights.at(block.norm.gain),
               .bias = weights.at(block.norm.bias),
               .normal = state.norm.normal,
               .inverse_sd = state.norm.inverse_sd,
               .y = state.y});
}

void Backward(const FeedForward& block, const Weights& weights, const Gradients& gradients, const TileContext& context,
              ConstMatrix x, const FeedForwardState& state, Matrix dy, Matrix branch, Matrix dhidden) {
  NormBackward({.dy = dy,
                .normal = state.norm.normal,
                .inverse_sd = state.norm.inverse_sd,
                .gain = weights.at(block.norm.gain),
                .dropout = context.MaskAt(block.site + 1),
                .first_row = context.first_row,
                .dresidual = dy,
                .dbranch = branch,
                .dgain = gradients.at(block.norm.gain),
                .dbias = gradients.at(block.norm.bias)});
  BackwardParameters(block.contract, gradients, state.hidden, branch);
  BackwardInput(block.contract, weights, branch, dhidden, GemmStore::kMultiply, state.slope);
  BackwardParameters(block.expand, gradients, x, dhidden);
  BackwardInput(block.expand, weights, dhidden, dy, GemmStore::kAdd);
}

}  // namespace mask2cause
