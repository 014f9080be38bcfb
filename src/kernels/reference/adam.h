#pragma once

#include <cmath>

#include "kernels/adam.h"

namespace mask2cause::reference {

inline void AdamUpdate(size_t size, std::span<const float* const> partial, float* parameters, float* first,
                       float* second, const AdamStep& step) {
  for (size_t i = 0; i < size; ++i) {
    float gradient = 0.0f;
    for (const float* source : partial) gradient += source[i];
    first[i] = step.beta1 * first[i] + (1.0f - step.beta1) * gradient;
    second[i] = step.beta2 * second[i] + (1.0f - step.beta2) * gradient * gradient;
    parameters[i] -= step.rate * first[i] / (std::sqrt(second[i]) * step.inverse_root_correction + step.epsilon);
  }
}

}  // namespace mask2cause::reference
