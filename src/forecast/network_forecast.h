// The distribution that each network of a trained model gives a value.
#pragma once

#include <vector>

#include "forecast/distribution.h"
#include "mask2cause/dataset.h"
#include "train/predict.h"

namespace mask2cause {

class NetworkForecast {
 public:
  // A network of squared errors knows no spread. It is given that of its errors at the windows of `known` that end
  // before row `end`.
  NetworkForecast(const TrainedModel& trained, const Dataset& known, size_t end);

  size_t members() const { return trained_.members.size(); }
  size_t variables() const { return trained_.names.size(); }
  size_t lags() const { return trained_.config.lags; }
  bool knows_spread() const { return trained_.config.has_scale(); }

  // One member's say on every window of a series, (windows, n).
  std::vector<Component> Components(size_t member, const Dataset& series) const;
  // All members', (windows, n).
  std::vector<Mixture> Mixtures(const Dataset& series) const;

 private:
  const TrainedModel& trained_;
  std::vector<double> error_sd_;  // (n), for networks without a spread
  std::vector<double> dof_;       // (members), Student-t
};

}  // namespace mask2cause
