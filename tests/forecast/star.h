// A small system for the tests of pruning: v0 drives v1 and v2, and nothing drives v0.
#pragma once

#include <vector>

#include "core/rng.h"
#include "mask2cause/prune.h"

namespace mask2cause {

inline Dataset Star(size_t rows) {
  Rng random(3);
  std::vector<float> values;
  double v0 = 0.0, v1 = 0.0, v2 = 0.0;
  for (size_t r = 0; r < rows; ++r) {
    const double before = v0;
    v0 = 0.2 * v0 + random.Normal();
    v1 = 0.9 * before + 0.1 * random.Normal();
    v2 = -0.9 * before + 0.1 * random.Normal();
    for (const double v : {v0, v1, v2}) values.push_back(static_cast<float>(v));
  }
  return MakeDataset(values, {"v0", "v1", "v2"});
}

const std::vector<double> kStarGraph = {0, 0, 0, 1, 0, 0, 1, 0, 0};  // [target][source]

inline PruneOptions PruneWith(const char* model) {
  PruneOptions options;
  options.model = model;
  options.threads = 1;
  return options;
}

}  // namespace mask2cause
