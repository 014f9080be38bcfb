// The distribution that each network of a trained model gives a value.
#pragma once

#include <vector>

#include "forecast/step_forecaster.h"
#include "train/predict.h"

namespace mask2cause {

class NetworkForecast final : public StepForecaster {
 public:
  // A network of squared errors knows no spread. It is given that of its errors at the windows of `known` that end
  // before row `end`. With a graph, (n, n) [target][source], every gate outside it is shut.
  NetworkForecast(const TrainedModel& trained, const Dataset& known, size_t end, std::vector<double> graph = {});

  const std::vector<std::string>& names() const override { return trained_.names; }
  size_t members() const override { return trained_.members.size(); }
  size_t lags() const override { return trained_.config.lags; }
  bool knows_spread() const { return trained_.config.has_scale(); }

  std::vector<Component> Components(size_t member, const Dataset& series) const override;

 private:
  // The root mean squared error of the members' mean at windows whose target is before row `end`.
  std::vector<double> ErrorSd(const Dataset& series, size_t end) const;

  const TrainedModel& trained_;
  const std::vector<double> graph_;
  std::vector<double> error_sd_;  // (n), for networks without a spread
  std::vector<double> dof_;       // (members), Student-t
};

}  // namespace mask2cause
