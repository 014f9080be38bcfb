#include "forecast/linear.h"

#include <Eigen/QR>
#include <cmath>

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

std::vector<double> LinearForecaster::Values() const {
  std::vector<double> values = {intercept_};
  values.insert(values.end(), coefficients_.begin(), coefficients_.end());
  return values;
}

bool LinearForecaster::SetValues(const std::vector<double>& values) {
  if (values.size() != inputs_ + 1) return false;
  intercept_ = values[0];
  coefficients_ = Eigen::Map<const Eigen::VectorXd>(values.data() + 1, static_cast<Eigen::Index>(inputs_));
  return std::isfinite(intercept_) && coefficients_.allFinite();
}

}  // namespace mask2cause
