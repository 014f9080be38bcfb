#include "rivals/adam_block.h"

#include <algorithm>
#include <cmath>

#include "kernels/denormals.h"

namespace mask2cause {

AdamBlock::AdamBlock(size_t size) : values(size), first(size), second(size) {
  for (AlignedFloats* block : {&values, &first, &second}) std::fill(block->begin(), block->end(), 0.0f);
}

AdamStep AdamBlock::NextStep(double rate) {
  ++step;
  const auto t = static_cast<double>(step);
  AdamStep adam;
  adam.rate = static_cast<float>(rate / (1.0 - std::pow(0.9, t)));
  adam.inverse_root_correction = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(0.999, t)));
  return adam;
}

void AdamBlock::Update(std::span<const float* const> gradients, double rate) {
  const FlushDenormals flush;  // moments of what has no gradient any more
  AdamUpdate(values.size(), gradients, values.data(), first.data(), second.data(), NextStep(rate));
}

void AdamBlock::UpdateAmsgrad(std::span<const float* const> gradients, double rate) {
  if (largest.size() == 0) {
    largest = AlignedFloats(values.size());
    std::fill(largest.begin(), largest.end(), 0.0f);
  }
  const FlushDenormals flush;
  const AdamStep adam = NextStep(rate);
  for (size_t i = 0; i < values.size(); ++i) {
    float gradient = 0.0f;
    for (const float* const part : gradients) gradient += part[i];
    first[i] = adam.beta1 * first[i] + (1.0f - adam.beta1) * gradient;
    second[i] = adam.beta2 * second[i] + (1.0f - adam.beta2) * gradient * gradient;
    largest[i] = std::max(largest[i], second[i]);
    values[i] -= adam.rate * first[i] / (std::sqrt(largest[i]) * adam.inverse_root_correction + adam.epsilon);
  }
}

}  // namespace mask2cause
