// Pearson's correlation, and how surprising one is.
#pragma once

#include <cstddef>
#include <span>

namespace mask2cause {

// 0 where one of the two does not vary.
double Correlation(std::span<const double> x, std::span<const double> y);

// Two-sided t test that a correlation is 0; NaN without degrees of freedom.
double CorrelationP(double correlation, double freedom);

// The p-value of the best of so many tests; NaN stays.
double Bonferroni(double p, size_t tests);

}  // namespace mask2cause
