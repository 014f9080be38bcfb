// The first rows to train on, the rest to test on; scales and constants are those of the first part alone.
#pragma once

#include <cstddef>
#include <vector>

#include "data/scaler.h"
#include "data/windows.h"
#include "mask2cause/dataset.h"

namespace mask2cause {

class TimeSplit {
 public:
  // Throws Error{kData} when a part has too few windows, or no variable varies in the first.
  TimeSplit(const Dataset& data, size_t lags, double train_share);

  const Windows& windows() const { return windows_; }
  // The first so many windows have their target in the first part; those of the others are in the second.
  size_t train() const { return train_; }
  const Scaler& scaler() const { return scaler_; }
  const std::vector<size_t>& usable() const { return variables_.usable; }
  const std::vector<size_t>& constant() const { return variables_.excluded; }

 private:
  Windows windows_;
  size_t train_ = 0;
  Scaler scaler_;
  UsableVariables variables_;
};

}  // namespace mask2cause
