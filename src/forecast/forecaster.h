// One-step forecasters of one target from the lags of its inputs, behind one interface.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
  // By so many parameters, fitted to the end, the errors at the training rows are smaller than others will be.
  virtual size_t freedom_used() const { return 0; }
  // So many rows before its inputs still tell something of the target.
  virtual size_t memory() const { return 0; }

  // All that was fitted, for a file, and back. False when a forecaster like this cannot have these.
  virtual std::vector<double> Values() const = 0;
  virtual bool SetValues(const std::vector<double>& values) = 0;
};

// `stream` tells the random numbers of one target from those of another.
std::unique_ptr<Forecaster> MakeForecaster(const PruneOptions& options, size_t inputs, uint64_t stream);

}  // namespace mask2cause
