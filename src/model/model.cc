#include "model/model.h"

#include <fmt/core.h>

namespace mask2cause {
namespace {

// Places where dropout happens are numbered: 0 is the embedding, each block has up to this many.
constexpr size_t kSitesPerBlock = 4;

}  // namespace

Model::Model(const ModelConfig& c) : config(c) {
  embed = AddLinear(layout, "embed", c.inputs(), c.width);
  identity = layout.Add({.name = "identity", .rows = c.variables, .cols = c.width, .start = Start::kNormal});
  size_t site = 1;
  for (size_t p = 0; p < c.pre_blocks; ++p, site += kSitesPerBlock) {
    pre_blocks.push_back(AddFeedForward(layout, fmt::format("pre{}", p), "norm", c.width, site));
  }
  for (size_t m = 0; m < c.layers; ++m, site += kSitesPerBlock) {
    const std::string name = fmt::format("layer{}", m);
    EncoderLayer layer;
    layer.attention = AddMaskedAttention(layout, name, attention_shape(), site);
    layer.feed_forward = AddFeedForward(layout, name, "norm2", c.width, site + 1);
    layers.push_back(layer);
  }
  const size_t heads = c.per_variable_heads ? c.variables : 1;
  const auto add_head = [&](const std::string& name, size_t& weight, size_t& bias) {
    weight = layout.Add({.name = "head." + name + ".weight",
                         .rows = heads,
                         .cols = c.width,
                         .start = Start::kUniform,
                         .fan_in = c.width});
    bias = layout.Add(
        {.name = "head." + name + ".bias", .rows = 1, .cols = heads, .start = Start::kUniform, .fan_in = c.width});
  };
  add_head("mean", mean_weight, mean_bias);
  if (c.has_scale()) add_head("scale", scale_weight, scale_bias);
  if (c.objective == Objective::kStudentT) {
    dof = layout.Add({.name = "dof", .rows = 1, .cols = 1, .start = Start::kOnes});
  }
  theta = layout.tensors().size();
  if (c.locked) return;
  for (size_t graph = 0; graph < c.graphs(); ++graph) {
    for (size_t mask = 0; mask < c.masks_per_graph(); ++mask) {
      layout.Add({.name = fmt::format("theta{}.{}", graph, mask),
                  .rows = c.variables,
                  .cols = c.variables,
                  .start = Start::kTheta});
    }
  }
}

void InitializeParameters(const Model& model, uint64_t seed, double theta_init, float* values) {
  FillParameters(model.layout, seed, 0, theta_init, values);
}

void TransposeWeights(const Model& model, const float* values, float* transposes) {
  for (const Tensor& t : model.layout.tensors()) {
    if (t.packed) TransposePacked(t.rows, t.cols, values + t.offset, transposes + t.transposed);
  }
}

TileState TakeTileState(Arena& arena, const Model& model, size_t rows) {
  const ModelConfig& c = model.config;
  TileState state;
  state.tokens = TakeMatrix(arena, rows, c.width);
  for (size_t graph = 0; graph < c.graphs(); ++graph) {
    EncoderState pass;
    for (size_t p = 0; p < c.pre_blocks; ++p) pass.pre_blocks.push_back(TakeFeedForwardState(arena, rows, c.width));
    for (size_t m = 0; m < c.layers; ++m) {
      EncoderState::Layer layer;
      layer.attention = TakeMaskedAttentionState(arena, rows, model.attention_shape());
      layer.feed_forward = TakeFeedForwardState(arena, rows, c.width);
      pass.layers.push_back(layer);
    }
    state.passes.push_back(std::move(pass));
  }
  state.mean = arena.Take(rows);
  state.dmean = arena.Take(rows);
  state.scale = arena.Take(rows);
  state.dscale = arena.Take(rows);
  state.gradient = TakeMatrix(arena, rows, c.width);
  if (c.graphs() == 2) state.gradient2 = TakeMatrix(arena, rows, c.width);
  state.branch = TakeMatrix(arena, rows, c.width);
  state.wide = TakeMatrix(arena, rows, 4 * c.width);
  state.dqkv = TakeMatrix(arena, rows, 3 * c.width);
  if (c.locked) state.dlocked = TakeMatrix(arena, c.variables, c.variables);
  state.attention_scratch = arena.Take(AttentionScratch(model.attention_shape()));
  return state;
}

void SetRows(TileState& state, size_t rows) {
  const auto set = [rows](std::initializer_list<Matrix*> matrices) {
    for (Matrix* matrix : matrices) matrix->rows = rows;
  };
  const auto set_feed_forward = [&set](FeedForwardState& f) { set({&f.hidden, &f.slope, &f.norm.normal, &f.y}); };
  set({&state.tokens, &state.gradient, &state.gradient2, &state.branch, &state.wide, &state.dqkv});
  for (EncoderState& pass : state.passes) {
    for (FeedForwardState& block : pass.pre_blocks) set_feed_forward(block);
    for (EncoderState::Layer& layer : pass.layers) {
      MaskedAttentionState& a = layer.attention;
      set({&a.qkv, &a.mixed, &a.norm.normal, &a.y});
      set_feed_forward(layer.feed_forward);
    }
  }
}

}  // namespace mask2cause
