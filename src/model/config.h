// The shape of a Mask2Cause network. Letters are the paper's: N variables, L lags, d width, H heads, M layers, P blocks
// before the first attention.
#pragma once

#include <cstddef>
#include <string>

namespace mask2cause {

enum class Objective { kMse, kGaussian, kDual, kStudentT, kLaplace };

struct ModelConfig {
  size_t variables = 0;   // N
  size_t lags = 3;        // L
  size_t width = 64;      // d, a multiple of heads
  size_t heads = 4;       // H
  size_t layers = 2;      // M
  size_t pre_blocks = 0;  // P
  Objective objective = Objective::kMse;
  double gamma = 100.0;  // added to the diagonal of Theta
  // Ablations of the paper.
  bool per_layer_masks = false;     // a Theta for each layer
  bool per_variable_heads = false;  // an output head for each variable
  bool residual = false;            // predict the increment
  bool locked = false;              // A is given, not learned
  bool indicators = false;          // for data with missing values: beside each lag whether it was observed

  bool has_scale() const { return objective != Objective::kMse; }
  // Graphs that are learned: dual has one for the mean and one for the variance.
  size_t graphs() const { return objective == Objective::kDual ? 2 : 1; }
  // Of one token: the lags, oldest first, then the indicators, if any.
  size_t inputs() const { return indicators ? 2 * lags : lags; }
  size_t masks_per_graph() const { return per_layer_masks ? layers : 1; }
};

// "mse", "nll", "dual", "student-t", "laplace"
Objective ParseObjective(const std::string& name);
std::string ObjectiveName(Objective objective);

}  // namespace mask2cause
