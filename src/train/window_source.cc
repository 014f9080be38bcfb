#include "train/window_source.h"

#include <algorithm>

namespace mask2cause {

WindowSource::WindowSource(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t lags,
                           bool indicators)
    : data_(data), scaler_(scaler), variables_(variables), windows_(data, lags), indicators_(indicators) {}

WindowSource WindowSource::WithoutIndicators() const {
  WindowSource plain(*this);
  plain.indicators_ = false;
  return plain;
}

WindowSource WindowSource::Subset(std::vector<uint32_t> windows) const {
  WindowSource subset(*this);
  subset.chosen_ = std::move(windows);
  return subset;
}

size_t WindowSource::TrajectoryOf(uint32_t window) const {
  const size_t row = FirstRow(window);
  const auto next = std::upper_bound(data_.trajectories.begin(), data_.trajectories.end(), row,
                                     [](size_t r, const Trajectory& trajectory) { return r < trajectory.first_row; });
  return static_cast<size_t>(next - data_.trajectories.begin()) - 1;
}

Batch WindowSource::Gather(std::span<const uint32_t> windows, Buffer& buffer) const {
  const size_t n = variables_.size(), lags = windows_.lags(), inputs = indicators_ ? 2 * lags : lags;
  const bool missing = data_.missing.any(), partial = missing || data_.left_out.any();
  buffer.x.resize(windows.size() * n * inputs);
  buffer.target.resize(windows.size() * n);
  if (partial) buffer.observed.resize(windows.size() * n);
  const auto scaled = [&](size_t row, size_t v) {
    if (missing && data_.is_missing(row, v)) return 0.0f;
    return static_cast<float>((static_cast<double>(data_.at(row, v)) - scaler_.mean[v]) * scaler_.inverse_sd[v]);
  };
  for (size_t w = 0; w < windows.size(); ++w) {
    const size_t first = windows_.FirstRow(chosen_.empty() ? windows[w] : chosen_[windows[w]]);
    for (size_t i = 0; i < n; ++i) {
      const size_t v = variables_[i], at = w * n + i;
      float* const x = buffer.x.data() + at * inputs;
      for (size_t lag = 0; lag < lags; ++lag) x[lag] = scaled(first + lag, v);
      for (size_t lag = 0; lag < inputs - lags; ++lag) x[lags + lag] = data_.is_missing(first + lag, v) ? 0.0f : 1.0f;
      const bool counts = !partial || data_.is_target(first + lags, v);
      buffer.target[at] = counts ? scaled(first + lags, v) : 0.0f;
      if (partial) buffer.observed[at] = counts ? 1.0f : 0.0f;
    }
  }
  return {{buffer.x.data(), windows.size() * n, inputs, inputs},
          buffer.target.data(),
          partial ? buffer.observed.data() : nullptr,
          windows.size()};
}

}  // namespace mask2cause
