#pragma once

#include <cmath>

#include "kernels/adam.h"

namespace mask2cause::reference {

// The constants are those of the float kernel, so that in double only the rounding of the arithmetic differs.
template <class T>
void AdamUpdate(size_t size, std::span<const T* const> partial, T* parameters, T* first, T* second,
                const AdamStep& step) {
  const T beta1 = step.beta1, beta2 = step.beta2, rest1 = 1.0f - step.beta1, rest2 = 1.0f - step.beta2;
  for (size_t i = 0; i < size; ++i) {
    T gradient = 0;
    for (const T* source : partial) gradient += source[i];
    first[i] = beta1 * first[i] + rest1 * gradient;
    second[i] = beta2 * second[i] + rest2 * gradient * gradient;
    parameters[i] -=
        T(step.rate) * first[i] / (std::sqrt(second[i]) * T(step.inverse_root_correction) + T(step.epsilon));
  }
}

}  // namespace mask2cause::reference
