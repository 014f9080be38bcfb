// Mutual information of two samples by nearest neighbours (Kraskov, Stoegbauer and Grassberger 2004, first estimator).
#pragma once

#include <cstddef>
#include <span>

namespace mask2cause {

// In nats, never below 0. Both samples should have about the same spread, and no two equal values. 0 for samples of no
// more than `neighbours` pairs.
double MutualInformation(std::span<const double> x, std::span<const double> y, size_t neighbours);

}  // namespace mask2cause
