// Batches of scaled windows, gathered straight from the data set.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/scaler.h"
#include "data/windows.h"
#include "mask2cause/dataset.h"
#include "train/stepper.h"

namespace mask2cause {

class WindowSource {
 public:
  // Fits the n columns `variables`, in this order. Everything must outlive the source. With `indicators` each row of
  // inputs has L values, then L that are 1 where the value was observed.
  WindowSource(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t lags,
               bool indicators = false);

  // The same data, these windows only.
  WindowSource Subset(std::vector<uint32_t> windows) const;
  // The same windows, values only.
  WindowSource WithoutIndicators() const;

  size_t windows() const { return chosen_.empty() ? windows_.size() : chosen_.size(); }
  size_t variables() const { return variables_.size(); }
  size_t lags() const { return windows_.lags(); }
  // Which trajectory of the data set a window is from.
  size_t TrajectoryOf(uint32_t window) const;
  // Where in the data set it begins.
  size_t FirstRow(uint32_t window) const { return windows_.FirstRow(chosen_.empty() ? window : chosen_[window]); }
  const std::string& name(size_t variable) const { return data_.names[variables_[variable]]; }

  // Room for one batch.
  struct Buffer {
    std::vector<float> x, target, observed;
  };
  // Missing inputs are 0, the mean after scaling; missing targets, and those left out, are 0 and marked unobserved.
  Batch Gather(std::span<const uint32_t> windows, Buffer& buffer) const;

 private:
  const Dataset& data_;
  const Scaler& scaler_;
  const std::vector<size_t>& variables_;
  Windows windows_;
  bool indicators_;
  std::vector<uint32_t> chosen_;  // empty: all
};

}  // namespace mask2cause
