#include "forecast/pruned_model.h"

#include <algorithm>
#include <cmath>

#include "data/windows.h"
#include "train/predict.h"

namespace mask2cause {

double ErrorDeviation(const Forecaster& forecaster, const ForecastRows& rows) {
  constexpr double kLeast = 1e-9;  // a distribution needs some spread
  const Eigen::VectorXd predicted = forecaster.Predict(rows);
  double squares = 0.0, count = 0.0;
  for (Eigen::Index r = 0; r < predicted.size(); ++r) {
    const double error = rows.target[r] - predicted[r];
    if (std::isnan(error)) continue;
    squares += error * error;
    count += 1.0;
  }
  const double freedom = std::max(1.0, count - static_cast<double>(forecaster.freedom_used()));
  return std::max(kLeast, std::sqrt(squares / freedom));
}

size_t PrunedForecast::memory() const {
  size_t most = 0;
  for (const FittedForecaster& one : fitted_) most = std::max(most, one.forecaster->memory());
  return most;
}

std::vector<Component> PrunedForecast::Components(size_t, const Dataset& series) const {
  const std::vector<size_t> columns = FindVariables(model_.names, series);
  const Scaler scaler = SpreadScaler(model_.scaler, columns, series.variables());
  const Windows windows(series, lags());
  const size_t n = columns.size();
  std::vector<Component> components(windows.size() * n);
  for (size_t v = 0; v < n; ++v) {
    std::vector<size_t> sources;
    for (const size_t input : fitted_[v].inputs) sources.push_back(columns[input]);
    const ForecastRows rows = GatherRows(series, scaler, windows, windows.size(), columns[v], sources);
    const Eigen::VectorXd predicted = fitted_[v].forecaster->Predict(rows);
    const double unit = 1.0 / model_.scaler.inverse_sd[v];
    for (size_t w = 0; w < windows.size(); ++w) {
      const double mean = model_.scaler.mean[v] + unit * predicted[static_cast<Eigen::Index>(w)];
      components[w * n + v] = {Family::kGaussian, mean, unit * fitted_[v].sd, 0.0};
    }
  }
  return components;
}

}  // namespace mask2cause
