#include "methods/partial_correlation.h"

#include <algorithm>
#include <cmath>

#include "methods/correlation.h"

namespace mask2cause {
namespace {

using Index = Eigen::Index;

// What is left of a variance below this share of it is rounding error: the series is a combination of those before it.
constexpr double kDependent = 1e-10;

}  // namespace

PartialCorrelations::PartialCorrelations(const InputMoments& inputs, const LaggedMoments& moments, size_t target)
    : inputs_(inputs),
      moments_(moments),
      target_(static_cast<Index>(target)),
      rows_(static_cast<double>(inputs.rows)) {}

double PartialCorrelations::Covariance(size_t a, size_t b) const {
  const Index high = static_cast<Index>(std::max(a, b)), low = static_cast<Index>(std::min(a, b));
  const Index target = inputs_.sum.size();
  if (low == target) {
    const double sum = moments_.target_sum[target_];
    return moments_.target_squares[target_] - sum * sum / rows_;
  }
  if (high == target) return moments_.cross(low, target_) - inputs_.sum[low] * moments_.target_sum[target_] / rows_;
  return inputs_.products(high, low) - inputs_.sum[high] * inputs_.sum[low] / rows_;
}

PartialCorrelations::Test PartialCorrelations::Run(size_t input, const std::vector<size_t>& given) const {
  std::vector<size_t> nodes = given;
  nodes.insert(nodes.end(), {input, static_cast<size_t>(inputs_.sum.size())});
  const Index size = static_cast<Index>(nodes.size()), x = size - 2, y = size - 1;
  Eigen::MatrixXd left(size, size);  // lower triangle: covariances given the nodes that were gone through
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j <= i; ++j) {
      left(i, j) = Covariance(nodes[static_cast<size_t>(i)], nodes[static_cast<size_t>(j)]);
    }
  }
  const Eigen::VectorXd variances = left.diagonal();
  for (Index k = 0; k < x; ++k) {
    if (!(left(k, k) > kDependent * variances[k])) continue;
    for (Index j = k + 1; j < size; ++j) {
      const double factor = left(j, k) / left(k, k);
      for (Index i = j; i < size; ++i) left(i, j) -= factor * left(i, k);
    }
  }
  const double freedom = rows_ - static_cast<double>(size);
  const bool varies = left(x, x) > kDependent * variances[x] && left(y, y) > kDependent * variances[y];
  if (!varies || !(freedom > 0.0)) return {0.0, CorrelationP(0.0, freedom)};
  const double value = std::clamp(left(y, x) / std::sqrt(left(x, x) * left(y, y)), -1.0, 1.0);
  return {value, CorrelationP(value, freedom)};
}

}  // namespace mask2cause
