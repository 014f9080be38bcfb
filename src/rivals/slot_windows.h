// Windows whose slots are inputs and targets at once, of series brought into [0.5, 1]: relevance is shared out in
// proportion to values, which must be positive for that.
#pragma once

#include <vector>

#include "data/windows.h"
#include "methods/method.h"

namespace mask2cause {

class SlotWindows {
 public:
  // Whether there are ten windows of so many slots.
  static bool Suffice(const Dataset& data, size_t slots);
  // Throws Error{kData} when there are not.
  SlotWindows(const MethodInput& input, size_t slots);

  size_t variables() const { return variables_; }
  size_t slots() const { return windows_.lags() + 1; }
  size_t size() const { return windows_.size(); }

  // Rows of one window, (n, T) each. A missing cell is the mean of its series, with weight 0; the others have weight 1,
  // but for the first slot, which nothing can forecast. Returns the sum of the weights.
  double Fill(size_t window, Matrix values, Matrix weights) const;

 private:
  size_t variables_;
  Windows windows_;
  std::vector<float> values_;  // (rows, n)
  std::vector<char> counts_;   // (rows, n): may serve as a target
};

}  // namespace mask2cause
