// Forecast losses, value and gradient. Scales come from the head through softplus(.) + 1e-6.
#pragma once

#include <cstddef>

#include "model/config.h"

namespace mask2cause {

constexpr double kScaleFloor = 1e-6;

double Softplus(double x);
double Sigmoid(double x);

// What the scale head says of a scaled series: a standard deviation, or of Laplace's distribution its width. The head
// itself stands for a variance, or for the width.
double Deviation(Objective objective, double raw);

struct LossCall {
  Objective objective = Objective::kMse;
  size_t rows = 0;
  const float* mean = nullptr;      // (rows)
  const float* scale = nullptr;     // (rows) before softplus; unless MSE
  const float* target = nullptr;    // (rows)
  const float* observed = nullptr;  // (rows) 0 or 1; null: all are
  double weight = 1.0;              // of each observed row: 1 / observed rows of the batch
  double dof = 0.0;                 // Student-t: before 2 + softplus(.)
  float* dmean = nullptr;           // (rows) out
  float* dscale = nullptr;          // (rows) out
  double* losses = nullptr;         // (rows) out, of each row by itself, 0 where unobserved; null: not wanted
};

struct LossSum {
  double loss = 0.0;  // weighted sum over observed rows
  double ddof = 0.0;
};

LossSum ForecastLoss(const LossCall& call);

}  // namespace mask2cause
