// Least squares with an intercept.
#pragma once

#include "forecast/forecaster.h"

namespace mask2cause {

class LinearForecaster final : public Forecaster {
 public:
  explicit LinearForecaster(size_t inputs) : inputs_(inputs) {}

  // Where the rows leave coefficients open, the smallest ones are taken.
  std::string Fit(const ForecastRows& rows) override;
  Eigen::VectorXd Predict(const ForecastRows& rows) const override;
  size_t parameters() const override { return inputs_ + 1; }
  size_t freedom_used() const override { return inputs_ + 1; }
  std::vector<double> Values() const override;
  bool SetValues(const std::vector<double>& values) override;

  const Eigen::VectorXd& coefficients() const { return coefficients_; }
  double intercept() const { return intercept_; }

 private:
  size_t inputs_;
  Eigen::VectorXd coefficients_;
  double intercept_ = 0.0;
};

}  // namespace mask2cause
