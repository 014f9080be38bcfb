#include "nn/parameters.h"

#include <algorithm>

namespace mask2cause {

void ClearGradients(const Gradients& gradients) {
  for (const Tensor& tensor : gradients.layout->tensors()) {
    if (!tensor.packed) std::fill_n(gradients.values + tensor.offset, tensor.size(), 0.0f);
  }
}

}  // namespace mask2cause
