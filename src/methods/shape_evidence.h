// Effects of any shape: does what a linear model leaves unexplained differ between values of a source? The source's
// values at one lag are cut into classes of equal size, and the means of the residual in them compared.
#pragma once

#include <vector>

#include "methods/granger.h"

namespace mask2cause {

// Log-likelihood gain of the best lag, minus what it is on average without an effect, in nats: (n, n) [target][source].
// More rows than `most_rows` count as so many. `fit` is of `levels`.
std::vector<double> ShapeGains(const LinearSetting& setting, const LevelRows& levels, const GrangerFit& fit,
                               size_t most_rows);

}  // namespace mask2cause
