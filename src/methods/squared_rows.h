// Second regressions, on the squared lags. Of the squared residuals of the first (ARCH, Engle 1982): what is found
// there moves the variance of the target. Of the residuals themselves: what is found there bends the mean.
#pragma once

#include <limits>
#include <utility>

#include "methods/granger.h"
#include "methods/regression_rows.h"

namespace mask2cause {

enum class ResidualPower { kFirst, kSecond };

// Squares of standardised values. A missing one is 1, which is their mean. Values and residuals beyond `farthest`
// standard deviations are moved there.
class SquaredRows final : public RegressionRows {
 public:
  // Setting and levels must outlive this; the fit is of `levels`.
  SquaredRows(const LinearSetting& setting, const LevelRows& levels, GrangerFit fit,
              ResidualPower power = ResidualPower::kSecond, double farthest = std::numeric_limits<double>::max())
      : setting_(setting), levels_(levels), fit_(std::move(fit)), power_(power), farthest_(farthest) {}

  void Gather(std::span<const size_t> windows, Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const override;
  void GatherInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const override;
  std::string InputName(size_t column) const override;

 private:
  void SquareInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const;
  void TakeResiduals(const Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const;
  void ForgetUnseenTargets(std::span<const size_t> windows, Eigen::MatrixXd& targets) const;

  const LinearSetting& setting_;
  const LevelRows& levels_;
  const GrangerFit fit_;
  const ResidualPower power_;
  const double farthest_;
};

}  // namespace mask2cause
