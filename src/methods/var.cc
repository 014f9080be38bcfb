// Granger causality in a vector autoregression with a ridge penalty.

#include "methods/granger.h"
#include "methods/method.h"

namespace mask2cause {
namespace {

MethodOutput FitVar(const MethodInput& input) {
  const LinearSetting setting(input, 1, 2);
  const LevelRows rows(setting);
  GrangerFit fit = FitGranger(setting, rows, CollectMoments(setting, rows));
  MethodOutput output;
  output.lag_coefficients = LagCoefficients(setting, fit.coefficients);
  output.scores = std::move(fit.scores);
  output.p_values = std::move(fit.p_values);
  output.warnings = setting.Warnings();
  return output;
}

}  // namespace

extern const Method kVarMethod = {.name = "var",
                                  .summary = "ridge vector autoregression, Granger F test of all lags of a source",
                                  .fit = FitVar,
                                  .options = {"ridge"}};

}  // namespace mask2cause
