#include "methods/closed_pairs.h"

#include <cmath>

namespace mask2cause {

std::vector<char> FindNeverForecast(const Dataset& data, const std::vector<size_t>& variables) {
  std::vector<char> never;
  for (const size_t v : variables) {
    bool forecast = false;
    for (size_t row = 0; row < data.rows && !forecast; ++row) forecast = data.is_target(row, v);
    never.push_back(!forecast);
  }
  return never;
}

ClosedPairs::ClosedPairs(const std::vector<double>& knowledge, const std::vector<char>& never_forecast) {
  const size_t n = never_forecast.size();
  for (size_t c = 0; c < n * n; ++c) {
    const bool ruled_out = never_forecast[c / n] != 0 || (!knowledge.empty() && knowledge[c] == 0.0);
    shut.push_back(ruled_out);
    decided.push_back(ruled_out || (!knowledge.empty() && knowledge[c] == 1.0));
  }
}

void ClosedPairs::Impose(MethodOutput& output) const {
  const size_t cells = shut.size();
  for (size_t c = 0; c < cells; ++c) {
    if (decided[c] != 0 && !output.p_values.empty()) output.p_values[c] = std::nan("");
    if (shut[c] == 0) continue;
    output.scores[c] = 0.0;
    if (!output.mean_scores.empty()) output.mean_scores[c] = output.variance_scores[c] = 0.0;
    if (!output.nats.empty()) output.nats[c] = output.nats_error[c] = 0.0;
    if (!output.stability.empty()) output.stability[c] = 0.0;
    for (std::vector<double>* lags : {&output.lag_coefficients, &output.lag_magnitudes}) {
      for (size_t at = c; at < lags->size(); at += cells) (*lags)[at] = 0.0;
    }
  }
}

}  // namespace mask2cause
