// The network in the order of the paper, forward and backward side by side.
#include "kernels/token.h"
#include "model/model.h"

namespace mask2cause {
namespace {

constexpr size_t kEmbeddingSite = 0;
constexpr uint64_t kPassSeed = 0x9E3779B97F4A7C15ull;

// The second pass of a dual model draws its own dropout masks.
TileContext ContextOfPass(TileContext context, size_t pass) {
  context.seed += pass * kPassSeed;
  return context;
}

void EncoderForward(const Model& model, const Weights& weights, const Masks& masks, const TileContext& context,
                    size_t graph, TileState& state) {
  EncoderState& pass = state.passes[graph];
  ConstMatrix x = state.tokens;
  for (size_t p = 0; p < model.pre_blocks.size(); ++p) {
    Forward(model.pre_blocks[p], weights, context, x, pass.pre_blocks[p], state.branch);
    x = pass.pre_blocks[p].y;
  }
  for (size_t m = 0; m < model.layers.size(); ++m) {
    EncoderState::Layer& layer = pass.layers[m];
    Forward(model.layers[m].attention, weights, context, x, masks.LogMask(graph, m), layer.attention, state.branch,
            state.attention_scratch);
    Forward(model.layers[m].feed_forward, weights, context, layer.attention.y, layer.feed_forward, state.branch);
    x = layer.feed_forward.y;
  }
}

// The input of encoder layer m.
ConstMatrix LayerInput(const TileState& state, const EncoderState& pass, size_t m) {
  if (m > 0) return pass.layers[m - 1].feed_forward.y;
  if (!pass.pre_blocks.empty()) return pass.pre_blocks.back().y;
  return state.tokens;
}

// `gradient` (rows, d) of the encoder's output becomes that of the tokens.
void EncoderBackward(const Model& model, const Weights& weights, const Gradients& gradients, const Masks& masks,
                     const TileContext& context, size_t graph, TileState& state, Matrix gradient) {
  EncoderState& pass = state.passes[graph];
  for (size_t m = model.layers.size(); m-- > 0;) {
    EncoderState::Layer& layer = pass.layers[m];
    Backward(model.layers[m].feed_forward, weights, gradients, context, layer.attention.y, layer.feed_forward, gradient,
             state.branch, state.wide);
    const Matrix dlog_mask = model.config.locked ? state.dlocked : gradients.rows(model.ThetaTensor(graph, m));
    Backward(model.layers[m].attention, weights, gradients, context, LayerInput(state, pass, m),
             masks.LogMask(graph, m), layer.attention, gradient, dlog_mask, state.branch, state.dqkv,
             state.attention_scratch);
  }
  for (size_t p = model.pre_blocks.size(); p-- > 0;) {
    const ConstMatrix x = p > 0 ? ConstMatrix(pass.pre_blocks[p - 1].y) : ConstMatrix(state.tokens);
    Backward(model.pre_blocks[p], weights, gradients, context, x, pass.pre_blocks[p], gradient, state.branch,
             state.wide);
  }
}

}  // namespace

void Forward(const Model& model, const Weights& weights, const Masks& masks, const TileContext& context, ConstMatrix x,
             TileState& state) {
  Forward(model.embed, weights, x, state.tokens);
  AddIdentity(state.tokens, weights.rows(model.identity), context.MaskAt(kEmbeddingSite), context.first_row);
  for (size_t graph = 0; graph < model.config.graphs(); ++graph) {
    EncoderForward(model, weights, masks, ContextOfPass(context, graph), graph, state);
  }
  HeadForward(state.passes.front().y(), weights.rows(model.mean_weight), weights.at(model.mean_bias), state.mean);
  if (model.config.residual) {
    for (size_t r = 0; r < x.rows; ++r) state.mean[r] += x.row(r)[model.config.lags - 1];
  }
  if (model.config.has_scale()) {
    HeadForward(state.passes.back().y(), weights.rows(model.scale_weight), weights.at(model.scale_bias), state.scale);
  }
}

void Backward(const Model& model, const Weights& weights, Gradients gradients, const Masks& masks,
              const TileContext& context, ConstMatrix x, TileState& state) {
  const bool dual = model.config.graphs() == 2;
  HeadBackward(state.passes.front().y(), weights.rows(model.mean_weight), state.dmean, state.gradient, /*add=*/false,
               gradients.rows(model.mean_weight), gradients.at(model.mean_bias));
  if (model.config.has_scale()) {
    HeadBackward(state.passes.back().y(), weights.rows(model.scale_weight), state.dscale,
                 dual ? state.gradient2 : state.gradient, /*add=*/!dual, gradients.rows(model.scale_weight),
                 gradients.at(model.scale_bias));
  }
  EncoderBackward(model, weights, gradients, masks, context, 0, state, state.gradient);
  if (dual) {
    Gradients again = gradients;
    again.fresh = false;
    EncoderBackward(model, weights, again, masks, ContextOfPass(context, 1), 1, state, state.gradient2);
    for (size_t r = 0; r < x.rows; ++r) {
      for (size_t c = 0; c < model.config.width; ++c) state.gradient.row(r)[c] += state.gradient2.row(r)[c];
    }
  }
  AddIdentityBackward(state.gradient, gradients.rows(model.identity), context.MaskAt(kEmbeddingSite),
                      context.first_row);
  BackwardParameters(model.embed, gradients, x, state.gradient);
}

}  // namespace mask2cause
