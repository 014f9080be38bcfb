#include "rivals/adam_block.h"

#include <algorithm>
#include <cmath>

#include "kernels/adam.h"

namespace mask2cause {

AdamBlock::AdamBlock(size_t size) : values(size), first(size), second(size) {
  for (AlignedFloats* block : {&values, &first, &second}) std::fill(block->begin(), block->end(), 0.0f);
}

void AdamBlock::Update(std::span<const float* const> gradients, double rate) {
  ++step;
  const auto t = static_cast<double>(step);
  AdamStep adam;
  adam.rate = static_cast<float>(rate / (1.0 - std::pow(0.9, t)));
  adam.inverse_root_correction = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(0.999, t)));
  AdamUpdate(values.size(), gradients, values.data(), first.data(), second.data(), adam);
}

}  // namespace mask2cause
