#include "methods/linear_evidence.h"

#include <limits>
#include <utility>

#include "methods/granger.h"
#include "methods/shape_evidence.h"
#include "methods/spike_slab.h"
#include "methods/squared_rows.h"

namespace mask2cause {
namespace {

// Standard deviations. Where tails are heavy the squares of what lies beyond would outweigh all others together.
constexpr double kFarthest = 4.0;

// As if the targets had been divided by their sd before the fit: scores do not change by that, coefficients do.
Eigen::MatrixXd PerTargetSd(const GrangerFit& fit) {
  Eigen::MatrixXd scaled = fit.coefficients;
  for (Eigen::Index target = 0; target < scaled.cols(); ++target) {
    if (fit.target_sd[target] > 0.0) scaled.col(target) /= fit.target_sd[target];
  }
  return scaled;
}

}  // namespace

LinearEvidence FindLinearEvidence(const MethodInput& input, size_t lags, double ridge, bool with_curves) {
  DiscoverOptions options = input.options;
  options.lags = lags;
  options.ridge = ridge;
  const MethodInput own{input.data, input.scaler,    input.variables, options,
                        input.pool, input.knowledge, input.progress};
  const LinearSetting setting(own, with_curves ? 3 : 2, with_curves ? 6 : 4);
  const LevelRows levels(setting);
  const LaggedMoments moments = CollectMoments(setting, levels);
  GrangerFit mean = FitGranger(setting, levels, moments);
  const double farthest = with_curves ? kFarthest : std::numeric_limits<double>::max();
  const SquaredRows squares(setting, levels, mean, ResidualPower::kSecond, farthest);
  GrangerFit variance = FitGranger(setting, squares, CollectMoments(setting, squares));
  LinearEvidence evidence;
  if (with_curves) {
    const SquaredRows bends(setting, levels, mean, ResidualPower::kFirst, farthest);
    GrangerFit curve = FitGranger(setting, bends, CollectMoments(setting, bends));
    evidence.curve_scores = std::move(curve.scores);
    evidence.curve_p = std::move(curve.p_values);
    const size_t most_rows = MostRowsOfEvidence(setting.inputs());
    evidence.selection_odds = SelectionOdds(setting, levels, moments, most_rows);
    evidence.shape_gains = ShapeGains(setting, levels, mean, most_rows);
  }
  evidence.mean_lag_coefficients = LagCoefficients(setting, mean.coefficients);
  evidence.variance_lag_coefficients = LagCoefficients(setting, PerTargetSd(variance));
  evidence.mean_scores = std::move(mean.scores);
  evidence.mean_p = std::move(mean.p_values);
  evidence.variance_scores = std::move(variance.scores);
  evidence.variance_p = std::move(variance.p_values);
  evidence.warnings = setting.Warnings();
  return evidence;
}

}  // namespace mask2cause
