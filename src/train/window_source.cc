#include "train/window_source.h"

namespace mask2cause {

WindowSource::WindowSource(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t lags)
    : data_(data), scaler_(scaler), variables_(variables), windows_(data, lags) {}

WindowSource WindowSource::Subset(std::vector<uint32_t> windows) const {
  WindowSource subset(*this);
  subset.chosen_ = std::move(windows);
  return subset;
}

Batch WindowSource::Gather(std::span<const uint32_t> windows, Buffer& buffer) const {
  const size_t n = variables_.size(), lags = windows_.lags();
  const bool missing = data_.missing.any();
  buffer.x.resize(windows.size() * n * lags);
  buffer.target.resize(windows.size() * n);
  if (missing) buffer.observed.resize(windows.size() * n);
  const auto scaled = [&](size_t row, size_t v) {
    if (missing && data_.is_missing(row, v)) return 0.0f;
    return static_cast<float>((static_cast<double>(data_.at(row, v)) - scaler_.mean[v]) * scaler_.inverse_sd[v]);
  };
  for (size_t w = 0; w < windows.size(); ++w) {
    const size_t first = windows_.FirstRow(chosen_.empty() ? windows[w] : chosen_[windows[w]]);
    for (size_t i = 0; i < n; ++i) {
      const size_t v = variables_[i], at = w * n + i;
      for (size_t lag = 0; lag < lags; ++lag) buffer.x[at * lags + lag] = scaled(first + lag, v);
      buffer.target[at] = scaled(first + lags, v);
      if (missing) buffer.observed[at] = data_.is_missing(first + lags, v) ? 0.0f : 1.0f;
    }
  }
  return {{buffer.x.data(), windows.size() * n, lags, lags},
          buffer.target.data(),
          missing ? buffer.observed.data() : nullptr,
          windows.size()};
}

}  // namespace mask2cause
