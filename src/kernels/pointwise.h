// Functions of each element by itself. Their derivatives are functions of the result, so y is all that a backward pass
// needs.
#pragma once

#include <cstddef>

namespace mask2cause {

enum class Pointwise { kRelu, kLeakyRelu, kElu, kSigmoid, kTanh };

constexpr float kLeak = 0.01f;  // slope of the leaky ReLU below zero

// y = f(x); x and y may be the same.
void PointwiseForward(Pointwise f, size_t size, const float* x, float* y);
// dx += dy f'(x), from y = f(x). At the kink of a ReLU the slope is that of the left side.
void PointwiseBackward(Pointwise f, size_t size, const float* y, const float* dy, float* dx);

}  // namespace mask2cause
