#include "methods/regression_rows.h"

#include <fmt/format.h>

namespace mask2cause {
namespace {

using Index = Eigen::Index;

Index Signed(size_t i) {
  return static_cast<Index>(i);
}

}  // namespace

double LevelRows::Standardised(size_t row, size_t variable) const {
  const MethodInput& input = setting_.input();
  const size_t column = input.variables[variable];
  if (input.data.is_missing(row, column)) return 0.0;
  return (input.data.at(row, column) - input.scaler.mean[column]) * input.scaler.inverse_sd[column];
}

void LevelRows::GatherInputs(std::span<const size_t> windows, Eigen::MatrixXd& inputs) const {
  const size_t lags = setting_.lags(), n = setting_.variables();
  inputs.resize(Signed(windows.size()), Signed(n * lags));
  for (size_t r = 0; r < windows.size(); ++r) {
    const size_t target_row = setting_.TargetRow(windows[r]);
    for (size_t v = 0; v < n; ++v) {
      for (size_t lag = 1; lag <= lags; ++lag) {
        inputs(Signed(r), Signed(v * lags + lag - 1)) = Standardised(target_row - lag, v);
      }
    }
  }
}

void LevelRows::Gather(std::span<const size_t> windows, Eigen::MatrixXd& inputs, Eigen::MatrixXd& targets) const {
  GatherInputs(windows, inputs);
  targets.resize(Signed(windows.size()), Signed(setting_.variables()));
  for (size_t r = 0; r < windows.size(); ++r) {
    const size_t row = setting_.TargetRow(windows[r]);
    for (size_t v = 0; v < setting_.variables(); ++v) {
      const bool counts = setting_.input().data.is_target(row, setting_.input().variables[v]);
      targets(Signed(r), Signed(v)) = counts ? Standardised(row, v) : 0.0;
    }
  }
}

std::string LevelRows::InputName(size_t column) const {
  return fmt::format("{} at lag {}", setting_.NameOf(column / setting_.lags()), column % setting_.lags() + 1);
}

}  // namespace mask2cause
