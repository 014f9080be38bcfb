#include "data/own_lags.h"

#include <Eigen/Dense>

namespace mask2cause {

std::vector<double> OwnLagResiduals(const std::vector<double>& x, size_t lags) {
  if (x.size() < 3 * lags + 3) return {};
  const size_t count = x.size() - lags;
  Eigen::MatrixXd inputs(count, lags + 1);
  Eigen::VectorXd target(count);
  for (size_t r = 0; r < count; ++r) {
    const Eigen::Index row = static_cast<Eigen::Index>(r);
    target[row] = x[r + lags];
    inputs(row, 0) = 1.0;
    for (size_t lag = 1; lag <= lags; ++lag) inputs(row, static_cast<Eigen::Index>(lag)) = x[r + lags - lag];
  }
  const Eigen::VectorXd left = target - inputs * inputs.colPivHouseholderQr().solve(target);
  return {left.data(), left.data() + left.size()};
}

}  // namespace mask2cause
