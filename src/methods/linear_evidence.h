// What plain statistics say of every pair: Granger tests of the mean (ridge VAR), of the variance (ARCH), and of a mean
// that bends with the square of the source.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "methods/method.h"

namespace mask2cause {

// Matrices are (n, n) [target][source], scores 0..1 as in granger.h; coefficients (lags, n, n) [lag-1][target][source].
struct LinearEvidence {
  std::vector<double> mean_scores, mean_p;
  std::vector<double> variance_scores, variance_p;
  std::vector<double> curve_scores, curve_p;      // these three are empty unless asked for
  std::vector<double> selection_odds;             // log odds of Bayesian selection (spike_slab.h)
  std::vector<double> shape_gains;                // nats of effects of any shape (shape_evidence.h)
  std::vector<double> mean_lag_coefficients;      // standardised target per standardised source
  std::vector<double> variance_lag_coefficients;  // standardised squared residual per squared standardised source
  std::vector<std::string> warnings;              // about missing cells
};

// `lags` and `ridge` stand in for those of the options. With curves, values far out count as less far in squares.
// Drives input.progress from 0 to 1: a method that has more to do hands in a meter of its own whose callback reports to
// the true one.
LinearEvidence FindLinearEvidence(const MethodInput& input, size_t lags, double ridge, bool with_curves = false);

// In long series ever smaller effects become certain, and all pairs of a system that is not quite linear look alike.
// More rows than this count as so many where evidence is weighed in nats; many inputs need more to be told apart.
constexpr size_t MostRowsOfEvidence(size_t inputs) {
  constexpr size_t kRows = 1000, kRowsPerInput = 5;
  return inputs * kRowsPerInput > kRows ? inputs * kRowsPerInput : kRows;
}

}  // namespace mask2cause
