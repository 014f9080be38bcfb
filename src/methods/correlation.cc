#include "methods/correlation.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace mask2cause {
namespace {

// Variation below this share of the uncentred sum is rounding error.
constexpr double kConstant = 1e-20;

double Mean(std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

}  // namespace

double Correlation(std::span<const double> x, std::span<const double> y) {
  const double mean_x = Mean(x), mean_y = Mean(y);
  double xx = 0.0, yy = 0.0, xy = 0.0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - mean_x, dy = y[i] - mean_y;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const double count = static_cast<double>(x.size());
  const bool varies = xx > kConstant * count * mean_x * mean_x && yy > kConstant * count * mean_y * mean_y;
  return varies ? std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0) : 0.0;
}

double CorrelationP(double correlation, double freedom) {
  if (!(freedom > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  const double unexplained = 1.0 - correlation * correlation;
  if (!(unexplained > 0.0)) return 0.0;
  const double t = std::abs(correlation) * std::sqrt(freedom / unexplained);
  return 2.0 * boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
}

double Bonferroni(double p, size_t tests) {
  const double all = static_cast<double>(tests) * p;
  return all > 1.0 ? 1.0 : all;
}

}  // namespace mask2cause
