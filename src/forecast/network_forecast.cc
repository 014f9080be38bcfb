#include "forecast/network_forecast.h"

#include <cmath>
#include <utility>

#include "data/windows.h"

namespace mask2cause {
namespace {

Family FamilyOf(Objective objective) {
  if (objective == Objective::kStudentT) return Family::kStudentT;
  return objective == Objective::kLaplace ? Family::kLaplace : Family::kGaussian;
}

}  // namespace

NetworkForecast::NetworkForecast(const TrainedModel& trained, const Dataset& known, size_t end,
                                 std::vector<double> graph)
    : trained_(trained), graph_(std::move(graph)) {
  if (!knows_spread()) error_sd_ = ErrorSd(known, end);
  if (trained.config.objective != Objective::kStudentT) return;
  for (size_t member = 0; member < members(); ++member) dof_.push_back(DegreesOfFreedom(trained, member));
}

std::vector<double> NetworkForecast::ErrorSd(const Dataset& series, size_t end) const {
  const std::vector<size_t> columns = FindVariables(trained_.names, series);
  const Windows windows(series, trained_.config.lags);
  const size_t n = columns.size();
  std::vector<double> mean(windows.size() * n, 0.0), squares(n, 0.0), counts(n, 0.0);
  for (size_t member = 0; member < trained_.members.size(); ++member) {
    const MemberForecast forecast = PredictMember(trained_, member, series, graph_);
    for (size_t i = 0; i < mean.size(); ++i) {
      mean[i] += forecast.mean[i] / static_cast<double>(trained_.members.size());
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
    squares[i] = counts[i] > 0.0 ? std::sqrt(squares[i] / counts[i]) : 1.0 / trained_.scaler.inverse_sd[i];
  }
  return squares;
}

std::vector<Component> NetworkForecast::Components(size_t member, const Dataset& series) const {
  const MemberForecast forecast = PredictMember(trained_, member, series, graph_);
  std::vector<Component> components(forecast.mean.size());
  for (size_t i = 0; i < components.size(); ++i) {
    components[i] = {FamilyOf(trained_.config.objective), forecast.mean[i],
                     knows_spread() ? forecast.scale[i] : error_sd_[i % names().size()],
                     dof_.empty() ? 0.0 : dof_[member]};
  }
  return components;
}

}  // namespace mask2cause
