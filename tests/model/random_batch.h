// A batch of random windows for tests of whole steps.
#pragma once

#include <vector>

#include "core/rng.h"
#include "train/stepper.h"

namespace mask2cause::testing {

struct RandomBatch {
  // `missing`: share of targets that were not observed.
  RandomBatch(const ModelConfig& config, size_t window_count, uint64_t seed, double missing = 0.0)
      : lags(config.lags), windows(window_count) {
    Rng rng(seed);
    const size_t rows = windows * config.variables;
    for (size_t i = 0; i < rows * lags; ++i) x.push_back(static_cast<float>(rng.Normal()));
    for (size_t i = 0; i < rows; ++i) target.push_back(static_cast<float>(rng.Normal()));
    for (size_t i = 0; i < rows && missing > 0.0; ++i) observed.push_back(rng.Uniform() < missing ? 0.0f : 1.0f);
  }

  Batch view() const {
    return {
        {x.data(), target.size(), lags, lags}, target.data(), observed.empty() ? nullptr : observed.data(), windows};
  }

  size_t lags, windows;
  std::vector<float> x, target, observed;
};

}  // namespace mask2cause::testing
