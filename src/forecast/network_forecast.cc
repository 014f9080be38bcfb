#include "forecast/network_forecast.h"

#include <cmath>

#include "data/windows.h"

namespace mask2cause {
namespace {

Family FamilyOf(Objective objective) {
  if (objective == Objective::kStudentT) return Family::kStudentT;
  return objective == Objective::kLaplace ? Family::kLaplace : Family::kGaussian;
}

// The root mean squared error of the members' mean at windows whose target is before row `end`.
std::vector<double> ErrorSd(const TrainedModel& trained, const Dataset& series, size_t end) {
  const std::vector<size_t> columns = FindVariables(trained, series);
  const Windows windows(series, trained.config.lags);
  const size_t n = columns.size();
  std::vector<double> mean(windows.size() * n, 0.0), squares(n, 0.0), counts(n, 0.0);
  for (size_t member = 0; member < trained.members.size(); ++member) {
    const MemberForecast forecast = PredictMember(trained, member, series);
    for (size_t i = 0; i < mean.size(); ++i) {
      mean[i] += forecast.mean[i] / static_cast<double>(trained.members.size());
    }
  }
  for (size_t w = 0; w < windows.size(); ++w) {
    const size_t row = windows.FirstRow(w) + windows.lags();
    if (row >= end) break;
    for (size_t i = 0; i < n; ++i) {
      if (series.is_missing(row, columns[i])) continue;
      squares[i] += std::pow(static_cast<double>(series.at(row, columns[i])) - mean[w * n + i], 2);
      counts[i] += 1.0;
    }
  }
  // Nothing to learn it from: the spread of the series itself.
  for (size_t i = 0; i < n; ++i) {
    squares[i] = counts[i] > 0.0 ? std::sqrt(squares[i] / counts[i]) : 1.0 / trained.scaler.inverse_sd[i];
  }
  return squares;
}

}  // namespace

NetworkForecast::NetworkForecast(const TrainedModel& trained, const Dataset& known, size_t end) : trained_(trained) {
  if (!knows_spread()) error_sd_ = ErrorSd(trained, known, end);
  if (trained.config.objective != Objective::kStudentT) return;
  for (size_t member = 0; member < members(); ++member) dof_.push_back(DegreesOfFreedom(trained, member));
}

std::vector<Component> NetworkForecast::Components(size_t member, const Dataset& series) const {
  const MemberForecast forecast = PredictMember(trained_, member, series);
  std::vector<Component> components(forecast.mean.size());
  for (size_t i = 0; i < components.size(); ++i) {
    components[i] = {FamilyOf(trained_.config.objective), forecast.mean[i],
                     knows_spread() ? forecast.scale[i] : error_sd_[i % variables()],
                     dof_.empty() ? 0.0 : dof_[member]};
  }
  return components;
}

std::vector<Mixture> NetworkForecast::Mixtures(const Dataset& series) const {
  std::vector<Mixture> mixtures;
  for (size_t member = 0; member < members(); ++member) {
    const std::vector<Component> components = Components(member, series);
    mixtures.resize(components.size());
    for (size_t i = 0; i < components.size(); ++i) mixtures[i].Add(components[i]);
  }
  return mixtures;
}

}  // namespace mask2cause
