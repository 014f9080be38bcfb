// Granger causality (Granger 1969) in ridge regressions: do the L lags of j help to predict target i when those of all
// other variables, and of i itself, are known? The score is the multiple partial correlation of the target with these
// lags: sqrt(drop / (drop + RSS)), where drop is what the penalised sum of squares grows by when j is left out. For
// equally many rows it ranks as the F statistic and the p-value do, but it stays in 0..1 and never underflows. Without
// penalty the p-values are those of the textbook F test. With it they use the effective degrees of freedom (the trace
// of the hat matrix) and are approximate.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "methods/lagged_moments.h"

namespace mask2cause {

struct GrangerFit {
  std::vector<double> scores, p_values;  // (n, n) [target][source]
  Eigen::MatrixXd coefficients;          // (p, n)
  Eigen::VectorXd intercepts;            // (n)
  Eigen::VectorXd target_sd;             // (n), over the rows of the target
  Eigen::VectorXd residual_sd;           // (n), likewise, of what the fit leaves
};

// Two passes over the variables. Throws Error{kData} when rows are too few and Error{kNumerical} when least squares has
// no single answer.
GrangerFit FitGranger(const LinearSetting& setting, const RegressionRows& rows, const LaggedMoments& moments);

// (lags, n, n) [lag-1][target][source], as MethodOutput wants them.
std::vector<double> LagCoefficients(const LinearSetting& setting, const Eigen::MatrixXd& coefficients);

}  // namespace mask2cause
