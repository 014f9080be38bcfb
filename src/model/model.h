// The Mask2Cause network: inverted embedding, P token-wise blocks, M encoder layers whose attention is gated by A,
// heads.
#pragma once

#include <cstdint>
#include <vector>

#include "model/config.h"
#include "model/mask.h"
#include "nn/feed_forward.h"
#include "nn/masked_attention.h"
#include "nn/parameters.h"

namespace mask2cause {

struct EncoderLayer {
  MaskedAttention attention;
  FeedForward feed_forward;
};

// Which parameters there are and how they are wired; holds no weights.
struct Model {
  explicit Model(const ModelConfig& config);

  ModelConfig config;
  ParameterLayout layout;
  Linear embed;                             // L -> d, one for all variables
  size_t identity = 0;                      // (N, d)
  std::vector<FeedForward> pre_blocks;      // P
  std::vector<EncoderLayer> layers;         // M
  size_t mean_weight = 0, mean_bias = 0;    // head (1 or N, d), (1, 1 or N)
  size_t scale_weight = 0, scale_bias = 0;  // unless MSE
  size_t dof = 0;                           // Student-t: degrees of freedom = 2 + softplus(.)
  size_t theta = 0;                         // first of graphs() x masks_per_graph() tensors (N, N); none when locked

  AttentionShape attention_shape() const { return {config.variables, config.width, config.heads}; }
  size_t ThetaTensor(size_t graph, size_t layer) const {
    return theta + graph * config.masks_per_graph() + (config.per_layer_masks ? layer : 0);
  }
  size_t ParameterCount() const { return layout.count(); }
};

// U(-1/sqrt(fan_in), ..) for weights and biases, N(0, 1) for identities, 1 and 0 for norms, theta_init for Theta.
void InitializeParameters(const Model& model, uint64_t seed, double theta_init, float* values);

// Refreshes the transposes of the packed tensors.
void TransposeWeights(const Model& model, const float* values, float* transposes);

// Activations of one pass through the encoder.
struct EncoderState {
  std::vector<FeedForwardState> pre_blocks;
  struct Layer {
    MaskedAttentionState attention;
    FeedForwardState feed_forward;
  };
  std::vector<Layer> layers;

  const Matrix& y() const { return layers.back().feed_forward.y; }
};

// Everything one tile of whole windows needs, forward and backward.
struct TileState {
  Matrix tokens;                     // (rows, d)
  std::vector<EncoderState> passes;  // one per graph
  float* mean = nullptr;             // (rows)
  float* scale = nullptr;            // (rows) before softplus; unless MSE
  float* dmean = nullptr;            // (rows)
  float* dscale = nullptr;           // (rows)
  Matrix gradient;                   // (rows, d)
  Matrix gradient2;                  // (rows, d): dual, gradient of the second pass
  Matrix branch;                     // (rows, d) scratch
  Matrix wide;                       // (rows, 4 d) scratch
  Matrix dqkv;                       // (rows, 3 d) scratch
  Matrix dlocked;                    // (N, N) scratch: gradient of a locked A, which nobody reads
  float* attention_scratch = nullptr;
};
TileState TakeTileState(Arena& arena, const Model& model, size_t rows);
// The same memory for a tile of fewer rows.
void SetRows(TileState& state, size_t rows);

// x (rows, L), rows = windows x N -> state.mean, state.scale.
void Forward(const Model& model, const Weights& weights, const Masks& masks, const TileContext& context, ConstMatrix x,
             TileState& state);

// From state.dmean and state.dscale to the gradient of every parameter; Theta's slot receives that of log(A + 1e-6).
void Backward(const Model& model, const Weights& weights, Gradients gradients, const Masks& masks,
              const TileContext& context, ConstMatrix x, TileState& state);

}  // namespace mask2cause
