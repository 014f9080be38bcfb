// How well a plain ridge vector autoregression forecasts windows it has not seen: the ridge that does best, and the
// loss a network has to beat.
#pragma once

#include <cstdint>
#include <vector>

#include "train/window_source.h"

namespace mask2cause {

// Mean negative log-likelihood of a value under Gaussians that have each variable's own mean squared error as variance,
// without the constant log(2 pi) / 2. NaN when nothing is observed.
double GaussianLoss(const std::vector<double>& squared_errors, const std::vector<double>& counts);

struct LinearBaseline {
  double ridge = 10.0;
  double held_out_loss = 0.0;  // GaussianLoss of the held-out errors
  // The same if the model knew how noisy each recording is: a network may learn that from any of its variables, and it
  // says nothing of what causes what.
  double loss_by_recording = 0.0;
};

// Trains on one source, tests on the other; both of the same data. Ridges are tried over five orders of magnitude.
LinearBaseline FitLinearBaseline(const WindowSource& train, const WindowSource& held_out);

}  // namespace mask2cause
