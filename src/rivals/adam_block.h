// Parameters and their Adam moments, in one layout.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.h"

namespace mask2cause {

struct AdamBlock {
  explicit AdamBlock(size_t size);  // all zero

  // One step with the sum of these gradients.
  void Update(std::span<const float* const> gradients, double rate);

  AlignedFloats values, first, second;
  uint64_t step = 0;
};

}  // namespace mask2cause
