#include "methods/lagged_pairs.h"

#include <cmath>
#include <limits>

#include "core/rng.h"

namespace mask2cause {

LaggedPairs::LaggedPairs(const MethodInput& input, double noise)
    : input_(input), rows_(input.data.rows), values_(input.variables.size() * input.data.rows) {
  for (size_t v = 0; v < input.variables.size(); ++v) {
    const size_t column = input.variables[v];
    Rng rng(input.options.seed, v);
    for (size_t row = 0; row < rows_; ++row) {
      double& value = values_[v * rows_ + row];
      value = (input.data.at(row, column) - input.scaler.mean[column]) * input.scaler.inverse_sd[column];
      if (noise > 0.0) value += noise * rng.Normal();
      if (input.data.is_missing(row, column)) value = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

std::vector<size_t> LaggedPairs::TargetRows(size_t target) const {
  std::vector<size_t> rows;
  for (const Trajectory& trajectory : input_.data.trajectories) {
    for (size_t r = input_.options.lags; r < trajectory.rows; ++r) {
      const size_t row = trajectory.first_row + r;
      if (input_.data.is_target(row, input_.variables[target])) rows.push_back(row);
    }
  }
  return rows;
}

PairedValues LaggedPairs::Gather(const std::vector<size_t>& rows, size_t target, size_t source, size_t lag) const {
  PairedValues pairs;
  pairs.source.reserve(rows.size());
  pairs.target.reserve(rows.size());
  for (const size_t row : rows) {
    const double value = at(row - lag, source);
    if (std::isnan(value)) continue;
    pairs.source.push_back(value);
    pairs.target.push_back(at(row, target));
  }
  return pairs;
}

}  // namespace mask2cause
