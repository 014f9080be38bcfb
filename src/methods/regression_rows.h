// Rows of n regressions that share their p = n L inputs, made from windows a chunk at a time: they are never all in
// memory. Input column v L + (lag - 1) belongs to variable v at that lag.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string>

#include "methods/linear_setting.h"

namespace mask2cause {

class RegressionRows {
 public:
  virtual ~RegressionRows() = default;

  // (count, p) and (count, n). A missing target is 0, and so adds nothing to a sum.
  virtual void Gather(std::span<const size_t> windows, Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const = 0;
  // The inputs alone; may be called from many threads.
  virtual void GatherInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const = 0;
  // For messages.
  virtual std::string InputName(size_t column) const = 0;
};

// Standardised values on their lags. Missing inputs are 0, which is the mean.
class LevelRows final : public RegressionRows {
 public:
  explicit LevelRows(const LinearSetting& setting) : setting_(setting) {}

  void Gather(std::span<const size_t> windows, Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const override;
  void GatherInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const override;
  std::string InputName(size_t column) const override;

 private:
  double Standardised(size_t row, size_t variable) const;

  const LinearSetting& setting_;
};

}  // namespace mask2cause
