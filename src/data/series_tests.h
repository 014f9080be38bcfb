// Statistical tests of one series, as the textbooks (and statsmodels) have them. All take finite numbers.
#pragma once

#include <cstddef>
#include <span>

namespace mask2cause {

struct TestResult {
  double statistic = 0.0;
  double p = 1.0;
  size_t lags = 0;  // that the test used
};

// Augmented Dickey-Fuller with a constant, lag order by AIC up to 12 (T / 100)^(1/4); p-values by MacKinnon (1994). A
// small p speaks against a unit root. NaN for fewer than 12 values or a constant series.
TestResult DickeyFuller(std::span<const double> x);

// KPSS around a level, lag order by Hobijn et al. (1998); p interpolated in the table, so between 0.01 and 0.1. A small
// p speaks against stationarity.
TestResult Kpss(std::span<const double> x);

// Engle's test: n R^2 of the regression of squares on their own lags. A small p speaks for volatility clustering.
TestResult ArchTest(std::span<const double> residuals, size_t lags);

// Fourth central moment over the squared variance, minus 3: 0 for a Gaussian.
double ExcessKurtosis(std::span<const double> x);

// Autocorrelation at one lag.
double Autocorrelation(std::span<const double> x, size_t lag);

}  // namespace mask2cause
