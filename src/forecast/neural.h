// Forecasters that are dense networks, trained by Adam on all rows at once.
#pragma once

#include "forecast/dense_network.h"
#include "forecast/forecaster.h"

namespace mask2cause {

struct NeuralSettings {
  size_t epochs = 20;
  double learning_rate = 0.01;
  uint64_t seed = 1, stream = 0;
};

class NeuralForecaster final : public Forecaster {
 public:
  NeuralForecaster(const DenseShape& shape, const NeuralSettings& settings) : network_(shape), settings_(settings) {}

  std::string Fit(const ForecastRows& rows) override;
  Eigen::VectorXd Predict(const ForecastRows& rows) const override;
  size_t parameters() const override { return network_.parameters(); }
  std::vector<double> Values() const override { return {values_.begin(), values_.end()}; }
  bool SetValues(const std::vector<double>& values) override;

 private:
  DenseNetwork network_;
  NeuralSettings settings_;
  Eigen::VectorXd values_;
};

}  // namespace mask2cause
