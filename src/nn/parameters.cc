#include "nn/parameters.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"

namespace mask2cause {

size_t ParameterLayout::count() const {
  size_t count = 0;
  for (const Tensor& tensor : tensors_) count += tensor.rows * tensor.cols;
  return count;
}

void FillParameters(const ParameterLayout& layout, uint64_t seed, uint64_t first_stream, double theta_init,
                    float* values) {
  std::fill_n(values, layout.size(), 0.0f);
  uint64_t stream = first_stream;
  for (const Tensor& tensor : layout.tensors()) {
    Rng rng(seed, stream++);
    const double bound = 1.0 / std::sqrt(static_cast<double>(tensor.fan_in));
    for (size_t r = 0; r < tensor.rows; ++r) {
      for (size_t c = 0; c < tensor.cols; ++c) {
        double value = 0.0;
        switch (tensor.start) {
          case Start::kUniform:
            value = rng.Uniform(-bound, bound);
            break;
          case Start::kNormal:
            value = rng.Normal();
            break;
          case Start::kOnes:
            value = 1.0;
            break;
          case Start::kZeros:
            break;
          case Start::kTheta:
            value = theta_init;
            break;
        }
        values[tensor.Index(r, c)] = static_cast<float>(value);
      }
    }
  }
}

void ClearGradients(const Gradients& gradients) {
  for (const Tensor& tensor : gradients.layout->tensors()) {
    if (!tensor.packed) std::fill_n(gradients.values + tensor.offset, tensor.size(), 0.0f);
  }
}

}  // namespace mask2cause
