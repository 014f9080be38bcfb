// Layer norm of a residual sum, fused with the dropout of the branch: y = norm(x + keep * branch).
#pragma once

#include "core/matrix.h"
#include "kernels/dropout.h"

namespace mask2cause {

constexpr float kNormEpsilon = 1e-5f;

struct NormForwardCall {
  ConstMatrix residual;  // (rows, d)
  ConstMatrix branch;    // (rows, d)
  Dropout dropout;
  size_t first_row = 0;         // in the whole batch
  const float* gain = nullptr;  // (d)
  const float* bias = nullptr;  // (d)
  Matrix normal;                // (rows, d) out: (sum - mean) / sd
  float* inverse_sd = nullptr;  // (rows) out
  Matrix y;                     // (rows, d) out: normal * gain + bias
};
void NormForward(const NormForwardCall& call);

struct NormBackwardCall {
  ConstMatrix dy;      // (rows, d)
  ConstMatrix normal;  // (rows, d)
  const float* inverse_sd = nullptr;
  const float* gain = nullptr;
  Dropout dropout;
  size_t first_row = 0;
  Matrix dresidual;        // (rows, d) out; may be dy itself
  Matrix dbranch;          // (rows, d) out: dresidual * keep
  float* dgain = nullptr;  // (d) added to
  float* dbias = nullptr;  // (d) added to
};
void NormBackward(const NormBackwardCall& call);

}  // namespace mask2cause
