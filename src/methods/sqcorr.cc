// Correlation of squares: a source that makes the target noisier is large in size before the target's residuals are.
// The residuals are those of a ridge VAR; the score is the largest absolute correlation over the lags. The p-value is
// that of the t test of the best lag, times the number of lags (Bonferroni). Pair by pair: unlike an ARCH regression it
// does not ask what other sources explain, so a small p-value may come from a common cause.

#include <algorithm>
#include <cmath>

#include "methods/correlation.h"
#include "methods/squared_rows.h"

namespace mask2cause {
namespace {

using Index = Eigen::Index;

// Variation below this share of the uncentred sum is rounding error: squares of a two-valued column do not vary.
constexpr double kConstant = 1e-10;

// Pearson's correlation of one target with every input, (p); 0 where one of the two does not vary.
Eigen::VectorXd Correlations(const InputMoments& inputs, const LaggedMoments& moments, Index target) {
  const double rows = static_cast<double>(inputs.rows), sum = moments.target_sum[target];
  const double squares = moments.target_squares[target], spread = squares - sum * sum / rows;
  Eigen::VectorXd result = Eigen::VectorXd::Zero(inputs.sum.size());
  if (!(spread > kConstant * squares)) return result;
  for (Index c = 0; c < result.size(); ++c) {
    const double input_squares = inputs.products(c, c), input_sum = inputs.sum[c];
    const double input_spread = input_squares - input_sum * input_sum / rows;
    if (!(input_spread > kConstant * input_squares)) continue;
    const double covariance = moments.cross(c, target) - input_sum * sum / rows;
    result[c] = std::clamp(covariance / std::sqrt(spread * input_spread), -1.0, 1.0);
  }
  return result;
}

// The best lag of each source.
void FillTarget(const LinearSetting& setting, const Eigen::VectorXd& correlations, size_t rows, size_t target,
                MethodOutput& output) {
  const size_t n = setting.variables(), lags = setting.lags();
  for (size_t source = 0; source < n; ++source) {
    const double best =
        correlations.segment(static_cast<Index>(source * lags), static_cast<Index>(lags)).cwiseAbs().maxCoeff();
    output.scores[target * n + source] = best;
    output.p_values[target * n + source] = Bonferroni(CorrelationP(best, static_cast<double>(rows) - 2.0), lags);
  }
}

MethodOutput FitSqcorr(const MethodInput& input) {
  const LinearSetting setting(input, 2, 3);
  const LevelRows levels(setting);
  const SquaredRows squares(setting, levels, FitGranger(setting, levels, CollectMoments(setting, levels)));
  const LaggedMoments moments = CollectMoments(setting, squares);
  const size_t n = setting.variables();
  Eigen::MatrixXd correlations(setting.inputs(), n);  // (p, n)
  MethodOutput output;
  output.scores.resize(n * n);
  output.p_values.resize(n * n);
  input.pool.Run(n, [&](size_t target, size_t) {
    const std::vector<size_t>& unseen = setting.choice().unseen[target];
    const Index column = static_cast<Index>(target);
    correlations.col(column) = unseen.empty()
                                   ? Correlations(moments.inputs, moments, column)
                                   : Correlations(WithoutWindows(moments.inputs, squares, unseen), moments, column);
    FillTarget(setting, correlations.col(column), moments.inputs.rows - unseen.size(), target, output);
    setting.PartDone();
  });
  output.lag_coefficients = LagCoefficients(setting, correlations);
  output.warnings = setting.Warnings();
  return output;
}

}  // namespace

extern const Method kSqcorrMethod = {
    .name = "sqcorr",
    .summary = "correlation of squared VAR residuals with squared lags of a source: causes of the variance",
    .fit = FitSqcorr,
    .options = {"ridge"}};

}  // namespace mask2cause
