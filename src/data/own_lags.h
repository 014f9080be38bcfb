#pragma once

#include <cstddef>
#include <vector>

namespace mask2cause {

// What a least-squares autoregression of this order leaves unexplained; empty when there are too few values for it.
std::vector<double> OwnLagResiduals(const std::vector<double>& x, size_t lags);

}  // namespace mask2cause
