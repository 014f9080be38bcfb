#include "forecast/neural.h"

#include <cmath>

namespace mask2cause {

std::string NeuralForecaster::Fit(const ForecastRows& given) {
  constexpr double kFirst = 0.9, kSecond = 0.999, kSmall = 1e-8;  // Adam's usual ones
  const ForecastRows rows = ObservedRows(given);
  values_ = network_.Start(settings_.seed, settings_.stream);
  Eigen::VectorXd gradient, first = 0.0 * values_, second = 0.0 * values_;
  for (size_t epoch = 1; epoch <= settings_.epochs; ++epoch) {
    network_.Loss(values_, rows.inputs, rows.target, gradient);
    first = kFirst * first + (1.0 - kFirst) * gradient;
    second = kSecond * second + (1.0 - kSecond) * gradient.cwiseAbs2();
    const double step = static_cast<double>(epoch);
    const double rate = settings_.learning_rate / (1.0 - std::pow(kFirst, step));
    const double unbiased = 1.0 / std::sqrt(1.0 - std::pow(kSecond, step));
    values_.array() -= rate * first.array() / (second.array().sqrt() * unbiased + kSmall);
  }
  return values_.allFinite() ? "" : "training left the finite numbers";
}

Eigen::VectorXd NeuralForecaster::Predict(const ForecastRows& rows) const {
  return network_.Forward(values_, rows.inputs);
}

bool NeuralForecaster::SetValues(const std::vector<double>& values) {
  if (values.size() != network_.parameters()) return false;
  values_ = Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
  return values_.allFinite();
}

}  // namespace mask2cause
