// Windows over a data set: L consecutive rows and the next one as target. Views only, nothing is copied.
#pragma once

#include <cstddef>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

class Windows {
 public:
  // The data set must outlive the windows.
  Windows(const Dataset& data, size_t lags);

  size_t size() const { return total_; }
  size_t lags() const { return lags_; }
  // Window w covers rows FirstRow(w) .. FirstRow(w) + lags() - 1; its target is row FirstRow(w) + lags().
  size_t FirstRow(size_t window) const;

 private:
  size_t lags_;
  size_t total_ = 0;
  std::vector<size_t> first_window_;  // of each trajectory that is long enough
  std::vector<size_t> first_row_;     // likewise
};

}  // namespace mask2cause
