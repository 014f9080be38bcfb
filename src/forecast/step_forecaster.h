// Anything that says, one step ahead, how each of its variables is distributed.
#pragma once

#include <string>
#include <vector>

#include "forecast/distribution.h"
#include "mask2cause/dataset.h"

namespace mask2cause {

class StepForecaster {
 public:
  virtual ~StepForecaster() = default;

  virtual const std::vector<std::string>& names() const = 0;  // of its n variables
  virtual size_t lags() const = 0;                            // rows that a window holds
  virtual size_t memory() const { return 0; }                 // rows before the window that still count
  virtual size_t members() const { return 1; }

  // One member's say on every window of a series, (windows, n), in the units of the series.
  virtual std::vector<Component> Components(size_t member, const Dataset& series) const = 0;
  // All members', (windows, n).
  std::vector<Mixture> Mixtures(const Dataset& series) const;
};

}  // namespace mask2cause
