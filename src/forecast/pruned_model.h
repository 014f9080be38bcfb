// The forecasters of all variables, with the causes alone and with all inputs: what `prune` saves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/scaler.h"
#include "forecast/forecaster.h"
#include "forecast/step_forecaster.h"
#include "mask2cause/prune.h"

namespace mask2cause {

// Of one variable.
struct FittedForecaster {
  std::vector<size_t> inputs;                    // places of variables, ascending
  std::shared_ptr<const Forecaster> forecaster;  // null when the fit failed
  double sd = 0.0;                               // of its errors at the training rows; the variable's own is 1
};

struct PrunedModel {
  PruneOptions options;            // how they were trained
  size_t train_rows = 0;           // windows they were trained on
  std::vector<std::string> names;  // the n variables
  Scaler scaler;                   // of these
  std::vector<FittedForecaster> pruned;
  std::vector<FittedForecaster> full;  // empty when one of them failed
};

// The standard deviation of the errors at these rows, which the forecaster was trained on.
double ErrorDeviation(const Forecaster& forecaster, const ForecastRows& rows);

std::string PrunedModelBytes(const PrunedModel& model);

// One of the two forms, each variable by its own forecaster, with a normal spread.
class PrunedForecast final : public StepForecaster {
 public:
  enum class Form { kPruned, kFull };
  PrunedForecast(const PrunedModel& model, Form form)
      : model_(model), fitted_(form == Form::kPruned ? model.pruned : model.full) {}

  const std::vector<std::string>& names() const override { return model_.names; }
  size_t lags() const override { return model_.options.lags; }
  size_t memory() const override;
  std::vector<Component> Components(size_t member, const Dataset& series) const override;

 private:
  const PrunedModel& model_;
  const std::vector<FittedForecaster>& fitted_;  // (n)
};

}  // namespace mask2cause
