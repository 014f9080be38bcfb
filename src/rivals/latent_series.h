// Standardised series whose missing cells are guessed, and guessed better while a network learns to predict them.
#pragma once

#include <vector>

#include "data/windows.h"
#include "methods/method.h"

namespace mask2cause {

class LatentSeries {
 public:
  // A missing cell starts as the value before it in its trajectory, or as the mean.
  LatentSeries(const MethodInput& input, size_t steps);

  size_t variables() const { return variables_; }
  size_t windows() const { return windows_.size(); }
  size_t steps() const { return windows_.lags(); }
  size_t TargetRow(size_t window) const { return windows_.FirstRow(window) + steps(); }
  size_t FirstRow(size_t window) const { return windows_.FirstRow(window); }

  const float* row(size_t r) const { return values_.data() + r * variables_; }
  bool IsTarget(size_t row, size_t variable) const { return roles_[row * variables_ + variable] == Role::kTarget; }

  // What a network predicts at (row, variable): kept if that cell is missing.
  void Predicted(size_t row, size_t variable, float value) { guesses_[row * variables_ + variable] = value; }
  // Moves every missing cell that was predicted by `rate` of the way.
  void MoveToPredictions(float rate);
  // From now on the missing cells stay as they are, and are targets as all others.
  void TrustGuesses();

 private:
  enum class Role : char { kInput, kTarget, kTargetOnceTrusted };

  size_t variables_;
  Windows windows_;
  std::vector<float> values_;   // (rows, n)
  std::vector<Role> roles_;     // (rows, n)
  std::vector<char> missing_;   // (rows, n): to be guessed; empty: none
  std::vector<float> guesses_;  // (rows, n)
};

}  // namespace mask2cause
