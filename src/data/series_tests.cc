#include "data/series_tests.h"

#include <Eigen/Dense>
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr size_t kFewestValues = 12;

double Mean(std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

bool IsConstant(std::span<const double> x) {
  return std::all_of(x.begin(), x.end(), [&](double value) { return value == x.front(); });
}

// Rows t = lags + 1 .. T - 1 of: difference on (level before, constant, differences before, nearest first).
struct DickeyFullerRows {
  MatrixXd inputs;
  VectorXd target;
};

DickeyFullerRows MakeRows(std::span<const double> x, size_t lags) {
  const size_t count = x.size() - 1 - lags;
  DickeyFullerRows rows{MatrixXd(count, lags + 2), VectorXd(count)};
  for (size_t r = 0; r < count; ++r) {
    const size_t t = lags + 1 + r;
    const Index row = static_cast<Index>(r);
    rows.target[row] = x[t] - x[t - 1];
    rows.inputs(row, 0) = x[t - 1];
    rows.inputs(row, 1) = 1.0;
    for (size_t lag = 1; lag <= lags; ++lag)
      rows.inputs(row, static_cast<Index>(1 + lag)) = x[t - lag] - x[t - lag - 1];
  }
  return rows;
}

struct Regression {
  VectorXd coefficients;
  double squares = 0.0;      // residual sum of
  double first_error = 0.0;  // standard error of the first coefficient
};

Regression LeastSquares(const MatrixXd& inputs, const VectorXd& target) {
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(inputs);
  Regression fit;
  fit.coefficients = qr.solve(target);
  fit.squares = (target - inputs * fit.coefficients).squaredNorm();
  const MatrixXd gram = inputs.transpose() * inputs;
  VectorXd unit = VectorXd::Zero(inputs.cols());
  unit[0] = 1.0;
  const double variance = fit.squares / static_cast<double>(inputs.rows() - inputs.cols());
  fit.first_error = std::sqrt(variance * gram.ldlt().solve(unit)[0]);
  return fit;
}

// The order with the least AIC, all judged on the same rows.
size_t ChooseOrder(std::span<const double> x, size_t most) {
  const DickeyFullerRows rows = MakeRows(x, most);
  const double count = static_cast<double>(rows.target.size());
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (size_t lags = 0; lags <= most; ++lags) {
    const Index columns = static_cast<Index>(lags + 2);
    const Regression fit = LeastSquares(rows.inputs.leftCols(columns), rows.target);
    const double aic = count * std::log(fit.squares / count) + 2.0 * static_cast<double>(columns);
    if (aic < least) {
      least = aic;
      best = lags;
    }
  }
  return best;
}

// MacKinnon (1994), one series and a constant: p is the normal probability of a polynomial in the statistic.
double MacKinnonP(double statistic) {
  constexpr double kLargest = 2.74, kSmallest = -18.83, kBorder = -1.61;
  if (statistic > kLargest) return 1.0;
  if (statistic < kSmallest) return 0.0;
  const double t = statistic;
  const double polynomial =
      t <= kBorder ? 2.1659 + t * (1.4412 + t * 0.038269) : 1.7339 + t * (0.93202 + t * (-0.12745 + t * -0.010368));
  return boost::math::cdf(boost::math::normal(), polynomial);
}

double Interpolate(double x, std::span<const double> xs, std::span<const double> ys) {
  if (x <= xs.front()) return ys.front();
  for (size_t i = 1; i < xs.size(); ++i) {
    if (x <= xs[i]) return ys[i - 1] + (ys[i] - ys[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
  }
  return ys.back();
}

double LaggedProduct(const std::vector<double>& x, size_t lag) {
  double sum = 0.0;
  for (size_t t = lag; t < x.size(); ++t) sum += x[t] * x[t - lag];
  return sum;
}

size_t KpssLags(const std::vector<double>& residuals) {
  const double n = static_cast<double>(residuals.size());
  double s0 = LaggedProduct(residuals, 0) / n, s1 = 0.0;
  for (size_t lag = 1; lag <= static_cast<size_t>(std::pow(n, 2.0 / 9.0)); ++lag) {
    const double product = LaggedProduct(residuals, lag) / (n / 2.0);
    s0 += product;
    s1 += static_cast<double>(lag) * product;
  }
  const double ratio = s1 / s0;
  const double lags = 1.1447 * std::cbrt(ratio * ratio) * std::cbrt(n);
  return std::min(static_cast<size_t>(lags), residuals.size() - 1);
}

std::vector<double> Centred(std::span<const double> x) {
  const double mean = Mean(x);
  std::vector<double> centred(x.begin(), x.end());
  for (double& value : centred) value -= mean;
  return centred;
}

}  // namespace

TestResult DickeyFuller(std::span<const double> x) {
  if (x.size() < kFewestValues || IsConstant(x)) return {kNaN, kNaN, 0};
  const double wanted = std::ceil(12.0 * std::pow(static_cast<double>(x.size()) / 100.0, 0.25));
  const size_t most = std::min(x.size() / 2 - 2, static_cast<size_t>(wanted));
  TestResult result;
  result.lags = ChooseOrder(x, most);
  const DickeyFullerRows rows = MakeRows(x, result.lags);
  const Regression fit = LeastSquares(rows.inputs, rows.target);
  result.statistic = fit.coefficients[0] / fit.first_error;
  result.p = MacKinnonP(result.statistic);
  return result;
}

TestResult Kpss(std::span<const double> x) {
  constexpr double kCritical[] = {0.347, 0.463, 0.574, 0.739}, kP[] = {0.10, 0.05, 0.025, 0.01};
  if (x.size() < kFewestValues || IsConstant(x)) return {kNaN, kNaN, 0};
  const std::vector<double> residuals = Centred(x);
  const double n = static_cast<double>(x.size());
  TestResult result;
  result.lags = KpssLags(residuals);
  double sum = 0.0, squares = 0.0;
  for (const double value : residuals) {
    sum += value;
    squares += sum * sum;
  }
  double variance = LaggedProduct(residuals, 0);
  for (size_t lag = 1; lag <= result.lags; ++lag) {
    variance +=
        2.0 * LaggedProduct(residuals, lag) * (1.0 - static_cast<double>(lag) / static_cast<double>(result.lags + 1));
  }
  result.statistic = squares / (n * n) / (variance / n);
  result.p = Interpolate(result.statistic, kCritical, kP);
  return result;
}

TestResult ArchTest(std::span<const double> residuals, size_t lags) {
  if (residuals.size() < 2 * lags + 3 || IsConstant(residuals)) return {kNaN, kNaN, lags};
  const size_t count = residuals.size() - lags;
  MatrixXd inputs(count, lags + 1);
  VectorXd target(count);
  const auto square = [&](size_t t) { return residuals[t] * residuals[t]; };
  for (size_t r = 0; r < count; ++r) {
    const Index row = static_cast<Index>(r);
    target[row] = square(r + lags);
    inputs(row, 0) = 1.0;
    for (size_t lag = 1; lag <= lags; ++lag) inputs(row, static_cast<Index>(lag)) = square(r + lags - lag);
  }
  const double total = (target.array() - target.mean()).square().sum();
  const double explained = 1.0 - LeastSquares(inputs, target).squares / total;
  const double statistic = static_cast<double>(count) * explained;
  const boost::math::chi_squared distribution(static_cast<double>(lags));
  return {statistic, boost::math::cdf(boost::math::complement(distribution, std::max(0.0, statistic))), lags};
}

double ExcessKurtosis(std::span<const double> x) {
  const std::vector<double> centred = Centred(x);
  double second = 0.0, fourth = 0.0;
  for (const double value : centred) {
    second += value * value;
    fourth += value * value * value * value;
  }
  const double n = static_cast<double>(x.size());
  return fourth / n / ((second / n) * (second / n)) - 3.0;
}

double Autocorrelation(std::span<const double> x, size_t lag) {
  const std::vector<double> centred = Centred(x);
  return LaggedProduct(centred, lag) / LaggedProduct(centred, 0);
}

}  // namespace mask2cause
