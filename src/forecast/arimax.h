// Regression with ARMA(p, q) errors and a constant (ARIMAX without differences) by exact maximum likelihood:
//   y_t = c + x_t b + u_t,   u ~ ARMA(p, q)
// Given phi and theta the filter whitens target and inputs, b and c are least squares on these, and the variance is
// their mean squared residual; so the search runs over p + q unknowns only, whatever the number of inputs.
#pragma once

#include "forecast/arma_filter.h"
#include "forecast/forecaster.h"

namespace mask2cause {

struct ArimaxFit {
  ArmaParameters errors;
  double constant = 0.0;
  Eigen::VectorXd coefficients;  // b (in)
  double variance = 0.0;         // of the innovations
  double log_likelihood = 0.0;
  size_t iterations = 0;
};

class ArimaxForecaster final : public Forecaster {
 public:
  ArimaxForecaster(size_t inputs, size_t ar, size_t ma) : inputs_(inputs), ar_(ar), ma_(ma) {}

  // Fails when the search does not converge, or when the rows leave no variance to explain.
  std::string Fit(const ForecastRows& rows) override;
  Eigen::VectorXd Predict(const ForecastRows& rows) const override;
  // The paper counts the inputs only.
  size_t parameters() const override { return inputs_; }
  size_t freedom_used() const override { return inputs_ + 1 + ar_ + ma_; }
  // Without a moving average the last errors say all; with one, what is older fades.
  size_t memory() const override { return ma_ == 0 ? ar_ : kFaded; }
  // The constant, coefficients, phi, theta, the variance.
  std::vector<double> Values() const override;
  bool SetValues(const std::vector<double>& values) override;

  const ArimaxFit& fit() const { return fit_; }

 private:
  static constexpr size_t kFaded = 100;

  size_t inputs_, ar_, ma_;
  ArimaxFit fit_;
};

}  // namespace mask2cause
