// How well a plain ridge vector autoregression forecasts windows it has not seen: the ridge that does best, and the
// loss a network has to beat.
#pragma once

#include <cstdint>
#include <vector>

#include "train/window_source.h"

namespace mask2cause {

struct LinearBaseline {
  double ridge = 10.0;
  double held_out_loss =
      0.0;  // mean Gaussian negative log-likelihood of a held-out value, without the constant log(2 pi) / 2
};

// Trains on one source, tests on the other; both of the same data. Ridges are tried over five orders of magnitude.
LinearBaseline FitLinearBaseline(const WindowSource& train, const WindowSource& held_out);

}  // namespace mask2cause
