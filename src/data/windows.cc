#include "data/windows.h"

#include <algorithm>

namespace mask2cause {

Windows::Windows(const Dataset& data, size_t lags) : lags_(lags) {
  for (const Trajectory& trajectory : data.trajectories) {
    if (trajectory.rows <= lags) continue;
    first_window_.push_back(total_);
    first_row_.push_back(trajectory.first_row);
    total_ += trajectory.rows - lags;
  }
}

size_t Windows::FirstRow(size_t window) const {
  const auto next = std::upper_bound(first_window_.begin(), first_window_.end(), window);
  const auto trajectory = static_cast<size_t>(next - first_window_.begin()) - 1;
  return first_row_[trajectory] + (window - first_window_[trajectory]);
}

}  // namespace mask2cause
