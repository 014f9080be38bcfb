// Forward passes without dropout: what a network says of windows that it is not trained on.
#pragma once

#include <functional>
#include <vector>

#include "train/window_source.h"

namespace mask2cause {

class Evaluator {
 public:
  // Model and source must outlive it.
  Evaluator(const Model& model, const WindowSource& source);

  // Calls visit(first, batch, state) for runs of consecutive windows; state.mean and state.scale are theirs.
  using Visit = std::function<void(size_t first, const Batch& batch, TileState& state)>;
  void Run(const float* values, const Masks& masks, const Visit& visit);

  // Adds an amount to one input column of one variable from now on: what would be said if it had been different.
  struct Nudge {
    size_t variable = 0, column = 0;
    float amount = 0.0f;
  };
  void SetNudge(const Nudge& nudge) { nudge_ = nudge; }

  // The forecast loss of each window and variable, (windows, N); 0 where the target is missing. Returns how many are
  // not.
  size_t Losses(const float* values, const Masks& masks, std::vector<double>& losses);
  // Its mean over what is observed.
  double MeanLoss(const float* values, const Masks& masks);

  size_t windows() const { return source_.windows(); }

 private:
  const Model& model_;
  const WindowSource& source_;
  Arena arena_;
  TileState state_;
  WindowSource::Buffer buffer_;
  Nudge nudge_;
};

// The masks that these parameters stand for; `locked` where the model has them given.
void SetMasks(const Model& model, const float* values, const std::vector<double>& locked, Masks& masks);

}  // namespace mask2cause
