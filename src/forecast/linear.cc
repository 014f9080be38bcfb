#include "forecast/linear.h"

#include <Eigen/QR>

namespace mask2cause {

std::string LinearForecaster::Fit(const ForecastRows& given) {
  const ForecastRows rows = ObservedRows(given);
  const Eigen::RowVectorXd mean = rows.inputs.colwise().mean();
  const double level = rows.target.mean();
  coefficients_ =
      (rows.inputs.rowwise() - mean).completeOrthogonalDecomposition().solve((rows.target.array() - level).matrix());
  intercept_ = level - mean.dot(coefficients_);
  return coefficients_.allFinite() ? "" : "least squares left the finite numbers";
}

Eigen::VectorXd LinearForecaster::Predict(const ForecastRows& rows) const {
  return (rows.inputs * coefficients_).array() + intercept_;
}

}  // namespace mask2cause
