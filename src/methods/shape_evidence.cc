#include "methods/shape_evidence.h"

#include <algorithm>
#include <cmath>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kClasses = 8;
constexpr size_t kMostWindows = 4000;  // more are thinned evenly

std::vector<size_t> SomeWindows(const std::vector<size_t>& all) {
  const size_t count = std::min(all.size(), kMostWindows);
  std::vector<size_t> some(count);
  for (size_t k = 0; k < count; ++k) some[k] = all[k * all.size() / count];
  return some;
}

// The class of each value: kClasses of equal size by rank, equal values together.
std::vector<Index> ClassesOf(const Eigen::Ref<const VectorXd>& values) {
  std::vector<double> sorted(values.data(), values.data() + values.size());
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> borders;
  for (Index k = 1; k < kClasses; ++k) {
    borders.push_back(sorted[static_cast<size_t>(k) * sorted.size() / static_cast<size_t>(kClasses)]);
  }
  std::vector<Index> classes;
  for (Index r = 0; r < values.size(); ++r) {
    classes.push_back(std::upper_bound(borders.begin(), borders.end(), values[r]) - borders.begin());
  }
  return classes;
}

// Rows, and what the linear fit leaves of each target; 0 and not counted where the target is unseen.
struct Residuals {
  MatrixXd inputs;    // (rows, p)
  MatrixXd values;    // (rows, n)
  MatrixXd counted;   // (rows, n) 0 or 1
  VectorXd variance;  // (n)
};

Residuals TakeResiduals(const LinearSetting& setting, const LevelRows& levels, const GrangerFit& fit) {
  const std::vector<size_t> windows = SomeWindows(setting.choice().windows);
  Residuals residuals;
  levels.Gather(windows, residuals.inputs, residuals.values);
  residuals.values.noalias() -= residuals.inputs * fit.coefficients;
  residuals.values.rowwise() -= fit.intercepts.transpose();
  residuals.counted.setOnes(residuals.values.rows(), residuals.values.cols());
  const MethodInput& input = setting.input();
  const bool whole = !input.data.missing.any() && !input.data.left_out.any();
  for (size_t r = 0; !whole && r < windows.size(); ++r) {
    for (size_t v = 0; v < setting.variables(); ++v) {
      if (input.data.is_target(setting.TargetRow(windows[r]), input.variables[v])) continue;
      residuals.counted(static_cast<Index>(r), static_cast<Index>(v)) = 0.0;
      residuals.values(static_cast<Index>(r), static_cast<Index>(v)) = 0.0;
    }
  }
  const VectorXd count = residuals.counted.colwise().sum().transpose().cwiseMax(1.0);
  const VectorXd mean = residuals.values.colwise().sum().transpose().cwiseQuotient(count);
  residuals.values -= residuals.counted * mean.asDiagonal();
  residuals.variance = residuals.values.colwise().squaredNorm().transpose().cwiseQuotient(count).cwiseMax(1e-12);
  return residuals;
}

// Of one input on all targets.
VectorXd GainsOf(const Residuals& residuals, Index column, double most_rows) {
  const Index n = residuals.values.cols();
  MatrixXd sums = MatrixXd::Zero(n, kClasses), counts = MatrixXd::Zero(n, kClasses);
  const std::vector<Index> classes = ClassesOf(residuals.inputs.col(column));
  for (Index r = 0; r < residuals.values.rows(); ++r) {
    sums.col(classes[static_cast<size_t>(r)]) += residuals.values.row(r).transpose();
    counts.col(classes[static_cast<size_t>(r)]) += residuals.counted.row(r).transpose();
  }
  const MatrixXd between = (sums.array().square() / counts.array().max(1.0)).matrix();
  const VectorXd weight = (most_rows / counts.rowwise().sum().array().max(1.0)).min(1.0);
  const VectorXd gain = weight.cwiseProduct(between.rowwise().sum().cwiseQuotient(residuals.variance));
  return 0.5 * (gain.array() - static_cast<double>(kClasses - 1));
}

}  // namespace

std::vector<double> ShapeGains(const LinearSetting& setting, const LevelRows& levels, const GrangerFit& fit,
                               size_t most_rows) {
  const size_t n = setting.variables(), lags = setting.lags();
  const Residuals residuals = TakeResiduals(setting, levels, fit);
  std::vector<double> gains(n * n);
  setting.input().pool.Run(n, [&](size_t source, size_t) {
    VectorXd best = VectorXd::Constant(static_cast<Index>(n), -static_cast<double>(kClasses));
    for (size_t lag = 0; lag < lags; ++lag) {
      best = best.cwiseMax(GainsOf(residuals, static_cast<Index>(source * lags + lag), static_cast<double>(most_rows)));
    }
    for (size_t target = 0; target < n; ++target) gains[target * n + source] = best[static_cast<Index>(target)];
  });
  return gains;
}

}  // namespace mask2cause
