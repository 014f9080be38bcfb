// Adam over one flat block of parameters, with the sum over partial gradients fused in.
#pragma once

#include <cstddef>
#include <span>

namespace mask2cause {

struct AdamStep {
  float rate = 1e-3f;  // learning rate / (1 - beta1^t)
  float beta1 = 0.9f, beta2 = 0.999f;
  float epsilon = 1e-8f;
  float inverse_root_correction = 1.0f;  // 1 / sqrt(1 - beta2^t)
};

// gradient = sum of partial[0..][i] in order.
void AdamUpdate(size_t size, std::span<const float* const> partial, float* parameters, float* first, float* second,
                const AdamStep& step);

}  // namespace mask2cause
