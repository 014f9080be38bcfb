#include "methods/squared_rows.h"

#include <algorithm>

namespace mask2cause {
namespace {

using Index = Eigen::Index;

constexpr Index kBlock = 64;  // targets a task predicts; fixed, so that sums do not depend on the threads

Index Signed(size_t i) {
  return static_cast<Index>(i);
}

}  // namespace

void SquaredRows::SquareInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const {
  inputs = inputs.array().min(farthest_).max(-farthest_).square();
  if (!setting_.choice().filled) return;
  const MethodInput& input = setting_.input();
  for (size_t r = 0; r < windows.size(); ++r) {
    const size_t target_row = setting_.TargetRow(windows[r]);
    for (size_t column = 0; column < setting_.inputs(); ++column) {
      const size_t v = column / setting_.lags(), lag = column % setting_.lags() + 1;
      if (input.data.is_missing(target_row - lag, input.variables[v])) inputs(Signed(r), Signed(column)) = 1.0;
    }
  }
}

void SquaredRows::TakeResiduals(const Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const {
  const Index n = targets.cols();
  setting_.input().pool.Run(static_cast<size_t>((n + kBlock - 1) / kBlock), [&](size_t block, size_t) {
    const Index first = Signed(block) * kBlock, width = std::min(kBlock, n - first);
    auto part = targets.middleCols(first, width);
    part.noalias() -= inputs * fit_.coefficients.middleCols(first, width);
    part.rowwise() -= fit_.intercepts.segment(first, width).transpose();
    const Eigen::RowVectorXd farthest = farthest_ * fit_.residual_sd.segment(first, width).transpose();
    part = part.cwiseMin(farthest.replicate(part.rows(), 1)).cwiseMax(-farthest.replicate(part.rows(), 1));
    if (power_ == ResidualPower::kSecond) part = part.array().square();
  });
}

void SquaredRows::ForgetUnseenTargets(std::span<const size_t> windows, Eigen::MatrixXd& targets) const {
  const MethodInput& input = setting_.input();
  if (!input.data.missing.any() && !input.data.left_out.any()) return;
  for (size_t r = 0; r < windows.size(); ++r) {
    const size_t row = setting_.TargetRow(windows[r]);
    for (size_t v = 0; v < setting_.variables(); ++v) {
      if (!input.data.is_target(row, input.variables[v])) targets(Signed(r), Signed(v)) = 0.0;
    }
  }
}

void SquaredRows::Gather(std::span<const size_t> windows, Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const {
  levels_.Gather(windows, inputs, targets);
  TakeResiduals(inputs, targets);
  ForgetUnseenTargets(windows, targets);
  SquareInputs(windows, inputs);
}

void SquaredRows::GatherInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const {
  levels_.GatherInputs(windows, inputs);
  SquareInputs(windows, inputs);
}

std::string SquaredRows::InputName(size_t column) const {
  return "the square of " + levels_.InputName(column);
}

}  // namespace mask2cause
