// The regression of one target: what was known one step before, and what came.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "data/scaler.h"
#include "data/windows.h"
#include "mask2cause/dataset.h"

namespace mask2cause {

struct ForecastRows {
  Eigen::MatrixXd inputs;        // (rows, in) scaled; a missing value is 0, the mean
  Eigen::VectorXd target;        // (rows) scaled; NaN where it is missing
  std::vector<size_t> run_rows;  // lengths of the runs of consecutive time steps; what is left of one run tells nothing
                                 // about the next

  size_t rows() const { return static_cast<size_t>(target.size()); }
};

// The first `count` windows: their targets, and as inputs the lags 1..L of each of `sources`, source by source.
ForecastRows GatherRows(const Dataset& data, const Scaler& scaler, const Windows& windows, size_t count, size_t target,
                        const std::vector<size_t>& sources);

// Without those whose target is missing; for models that see each row by itself.
ForecastRows ObservedRows(const ForecastRows& rows);

}  // namespace mask2cause
