// One-step forecasters of one target from the lags of its inputs, behind one interface.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "forecast/rows.h"
#include "mask2cause/prune.h"

namespace mask2cause {

class Forecaster {
 public:
  virtual ~Forecaster() = default;

  // Returns why it failed; empty when all went well. A forecaster that failed predicts nothing.
  virtual std::string Fit(const ForecastRows& rows) = 0;
  // Each row's target, one step ahead: from its inputs and, where the model has a memory, from the rows before it in
  // its run, with the parameters held.
  virtual Eigen::VectorXd Predict(const ForecastRows& rows) const = 0;
  // As the paper counts them.
  virtual size_t parameters() const = 0;
};

// `stream` tells the random numbers of one target from those of another.
std::unique_ptr<Forecaster> MakeForecaster(const PruneOptions& options, size_t inputs, uint64_t stream);

}  // namespace mask2cause
