// Sums of products over all windows: everything that linear methods need of the rows, without holding them.
// Letters: n variables, L lags, p = n L inputs.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "methods/regression_rows.h"

namespace mask2cause {

// Over the rows of one target, or of all targets when no target cell is missing. Not centred.
struct InputMoments {
  size_t rows = 0;
  Eigen::VectorXd sum;       // (p)
  Eigen::MatrixXd products;  // (p, p), lower triangle only
};

struct LaggedMoments {
  InputMoments inputs;                         // over all chosen windows
  Eigen::VectorXd target_sum, target_squares;  // (n), observed targets only
  Eigen::MatrixXd cross;                       // (p, n), input x target, observed targets only
};

// One pass over the windows.
LaggedMoments CollectMoments(const LinearSetting& setting, const RegressionRows& rows);

// Over some of the chosen windows; a look aside that reports no progress.
LaggedMoments CollectMomentsOf(std::span<const size_t> windows, const LinearSetting& setting,
                               const RegressionRows& rows);

// Takes the lags of these sources out of the regression of one target: their effects come out as nought, those of all
// others as if they had never been there.
void TakeOut(const std::vector<size_t>& sources, size_t lags, InputMoments& inputs, Eigen::VectorXd& cross);

// `all` without the given windows.
InputMoments WithoutWindows(const InputMoments& all, const RegressionRows& rows, const std::vector<size_t>& windows);

}  // namespace mask2cause
