// Parameters and their Adam moments, in one layout.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.h"
#include "kernels/adam.h"

namespace mask2cause {

struct AdamBlock {
  explicit AdamBlock(size_t size);  // all zero

  // One step with the sum of these gradients.
  void Update(std::span<const float* const> gradients, double rate);
  // The same by AMSGrad (Reddi et al. 2018): a second moment counts as its largest so far.
  void UpdateAmsgrad(std::span<const float* const> gradients, double rate);

  AlignedFloats values, first, second;
  AlignedFloats largest;  // of the second moments; empty before they are asked for
  uint64_t step = 0;

 private:
  AdamStep NextStep(double rate);
};

}  // namespace mask2cause
