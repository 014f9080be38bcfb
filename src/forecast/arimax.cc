#include "forecast/arimax.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "forecast/minimize.h"

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<bool> Observed(const ForecastRows& rows) {
  std::vector<bool> observed;
  for (const double target : rows.target) observed.push_back(!std::isnan(target));
  return observed;
}

// Any real numbers become the coefficients of a stationary process: as partial correlations in (-1, 1), through the
// recursion of Durbin and Levinson (Monahan 1984).
VectorXd Stationary(const VectorXd& free) {
  VectorXd coefficients(free.size());
  for (Index k = 0; k < free.size(); ++k) {
    const double partial = free[k] / std::sqrt(1.0 + free[k] * free[k]);
    const VectorXd before = coefficients.head(k);
    coefficients.head(k) -= partial * before.reverse();
    coefficients[k] = partial;
  }
  return coefficients;
}

class Likelihood {
 public:
  Likelihood(const ForecastRows& rows, size_t ar, size_t ma)
      : run_rows_(rows.run_rows), observed_(Observed(rows)), ar_(static_cast<Index>(ar)), ma_(static_cast<Index>(ma)) {
    columns_.resize(rows.inputs.rows(), rows.inputs.cols() + 2);
    columns_ << VectorXd::Ones(rows.inputs.rows()), rows.inputs, rows.target;
    for (Index r = 0; r < columns_.rows(); ++r) {
      if (observed_[static_cast<size_t>(r)]) kept_.push_back(r);
    }
  }

  size_t observed() const { return kept_.size(); }

  ArmaParameters Parameters(const VectorXd& free) const {
    return {Stationary(free.head(ar_)), -Stationary(free.tail(ma_))};  // invertible is stationary with the other sign
  }

  // At the best coefficients and variance for these errors; nothing where there is no likelihood.
  std::optional<ArimaxFit> At(const VectorXd& free) const {
    ArimaxFit fit;
    fit.errors = Parameters(free);
    const ArmaFilter filter(fit.errors);
    if (!filter.valid()) return std::nullopt;
    VectorXd variances;
    const MatrixXd innovations = columns_ - filter.Predict(columns_, observed_, run_rows_, variances);
    MatrixXd white = innovations(kept_, Eigen::all);
    const VectorXd kept_variances = variances(kept_);
    white.array().colwise() /= kept_variances.array().sqrt();
    const auto inputs = white.leftCols(white.cols() - 1);
    const VectorXd b = inputs.colPivHouseholderQr().solve(white.rightCols(1));
    const double rows = static_cast<double>(kept_.size());
    fit.constant = b[0];
    fit.coefficients = b.tail(b.size() - 1);
    fit.variance = (white.rightCols(1) - inputs * b).squaredNorm() / rows;
    fit.log_likelihood =
        -0.5 * (rows * (std::log(2.0 * std::numbers::pi * fit.variance) + 1.0) + kept_variances.array().log().sum());
    if (!std::isfinite(fit.log_likelihood) || !b.allFinite()) return std::nullopt;
    return fit;
  }

 private:
  MatrixXd columns_;  // (rows, 1 + in + 1): constant, inputs, target
  const std::vector<size_t>& run_rows_;
  std::vector<bool> observed_;
  std::vector<Index> kept_;
  Index ar_, ma_;
};

}  // namespace

std::string ArimaxForecaster::Fit(const ForecastRows& rows) {
  constexpr double kNothingLeft = 1e-12;  // of a target of variance 1
  const Likelihood likelihood(rows, ar_, ma_);
  const size_t unknowns = inputs_ + 2 + ar_ + ma_;
  if (likelihood.observed() <= unknowns) {
    return fmt::format("{} rows for {} unknowns", likelihood.observed(), unknowns);
  }
  const auto mean_loss = [&](const VectorXd& free) {
    const std::optional<ArimaxFit> fit = likelihood.At(free);
    return fit ? -fit->log_likelihood / static_cast<double>(likelihood.observed())
               : std::numeric_limits<double>::infinity();
  };
  VectorXd start(static_cast<Index>(ar_ + ma_));  // a little of each, and not so that they cancel
  start.head(static_cast<Index>(ar_)).setConstant(0.1);
  start.tail(static_cast<Index>(ma_)).setConstant(-0.1);
  const Minimum minimum = Minimize(mean_loss, start);
  const std::optional<ArimaxFit> fit = likelihood.At(minimum.at);
  if (!fit || fit->variance < kNothingLeft) return "the inputs explain the target without error: no likelihood";
  if (!minimum.converged) return fmt::format("the likelihood did not converge in {} iterations", minimum.iterations);
  fit_ = *fit;
  fit_.iterations = minimum.iterations;
  return "";
}

VectorXd ArimaxForecaster::Predict(const ForecastRows& rows) const {
  VectorXd variances;
  const VectorXd regression = (rows.inputs * fit_.coefficients).array() + fit_.constant;
  MatrixXd errors = rows.target - regression;
  const std::vector<bool> observed = Observed(rows);
  return regression + ArmaFilter(fit_.errors).Predict(errors, observed, rows.run_rows, variances);
}

std::vector<double> ArimaxForecaster::Values() const {
  std::vector<double> values = {fit_.constant};
  for (const VectorXd* part : {&fit_.coefficients, &fit_.errors.ar, &fit_.errors.ma}) {
    values.insert(values.end(), part->begin(), part->end());
  }
  values.push_back(fit_.variance);
  return values;
}

bool ArimaxForecaster::SetValues(const std::vector<double>& values) {
  if (values.size() != inputs_ + ar_ + ma_ + 2) return false;
  const VectorXd all = Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
  if (!all.allFinite()) return false;
  const Index in = static_cast<Index>(inputs_), p = static_cast<Index>(ar_), q = static_cast<Index>(ma_);
  fit_.constant = all[0];
  fit_.coefficients = all.segment(1, in);
  fit_.errors = {all.segment(1 + in, p), all.segment(1 + in + p, q)};
  fit_.variance = all[1 + in + p + q];
  return ArmaFilter(fit_.errors).valid();
}

}  // namespace mask2cause
