// Settings that are read off the data before a fit: how many lags, which objective, values or changes.
#pragma once

#include <vector>

#include "data/scaler.h"
#include "mask2cause/discover.h"

namespace mask2cause {

struct DataChoices {
  DiscoverOptions options;  // with nothing left open that is decided here
  std::vector<Choice> choices;
  std::vector<DataCheck> checks;
};

// Lags: three, or more when a linear model then forecasts held-out windows clearly better. Objective, of `m2c`: squared
// errors when rows are scarce, Student's t for heavy tails without volatility, else the Gaussian likelihood.
// Prediction, of `m2c`: changes where the last value explains nearly all of most variables.
DataChoices ChooseFromData(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables,
                           const DiscoverOptions& options);

}  // namespace mask2cause
