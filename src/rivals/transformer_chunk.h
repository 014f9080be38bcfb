// The network of CausalFormer in two parts: what all windows share, and some windows of a batch, laid out to train it
// or to explain what it forecasts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rivals/causal_transformer.h"
#include "rivals/slot_windows.h"

namespace mask2cause {

// What depends on the parameters alone: the folded attention, and the penalties.
class TransformerCore {
 public:
  TransformerCore(const CausalTransformer& design, float* values, double penalty);

  const CausalTransformer::Folded& folded() const { return folded_; }
  // To be called when the parameters have changed, before any chunk runs.
  void Forward() { tape_.Forward(); }
  // The gradient of the penalties, and of the chunks' losses as far as it comes through what is folded.
  void Backward(std::span<const CausalTransformer::Folded> chunks);
  const float* gradient() const { return tape_.gradient(); }

 private:
  Tape tape_;
  CausalTransformer::Folded folded_, sent_;  // sent: gradients that chunks send back, in sum
};

class TransformerChunk {
 public:
  // Room for `most` windows. Chunks that run in turn may share memory.
  TransformerChunk(const CausalTransformer& design, const TransformerCore& core, float* values,
                   const std::vector<char>& forbidden, size_t most, bool explain, std::shared_ptr<TapeMemory> memory);

  // Returns the sum of the weights, which are 1 for every slot that counts.
  double Fill(const SlotWindows& series, std::span<const uint32_t> chosen);

  // Training: the squared errors times `scale`, and if wanted their gradient.
  double Loss(float scale, bool backward);
  const float* gradient() const { return tape_.gradient(); }
  // With the gradients that belong to the core.
  const CausalTransformer::Folded& folded() const { return folded_; }

  // Explaining: adds to the scores.
  void Explain();
  const std::vector<double>& scores() const { return scores_; }

 private:
  size_t variables_, heads_;
  Tape tape_;
  Node *x_, *weight_;
  CausalTransformer::Folded folded_;  // values are the core's
  CausalTransformer::Laid net_;
  Node *ask_ = nullptr, *share_ = nullptr;  // explaining: gradients to send back, of the forecast and of what was heard
  size_t windows_ = 0;                      // in use; the others have no weight
  std::vector<double> scores_;              // explaining: (n, n) [target][source], summed over windows and heads
};

}  // namespace mask2cause
