#include "forecast/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// The last observed value of a trajectory; NaN when there is none.
double LastValue(const Dataset& data, const Trajectory& trajectory, size_t variable) {
  for (size_t r = trajectory.first_row + trajectory.rows; r-- > trajectory.first_row;) {
    if (!data.is_missing(r, variable)) return static_cast<double>(data.at(r, variable));
  }
  return std::nan("");
}

struct Line {
  double at_last = 0.0, slope = 0.0;
};

// The line that was taken out: what the data have more than the series, at the first and last observed row.
Line TakenOut(const Dataset& data, const Dataset& series, const Trajectory& trajectory, size_t variable) {
  const size_t end = trajectory.first_row + trajectory.rows;
  size_t first = trajectory.first_row, last = end - 1;
  while (first < last && data.is_missing(first, variable)) ++first;
  while (last > first && data.is_missing(last, variable)) --last;
  const auto at = [&](size_t row) {
    return static_cast<double>(data.at(row, variable)) - static_cast<double>(series.at(row, variable));
  };
  const double slope = last > first ? (at(last) - at(first)) / static_cast<double>(last - first) : 0.0;
  return {at(last) + slope * static_cast<double>(end - 1 - last), slope};
}

}  // namespace

Origin::Origin(const StepForecaster& forecaster, const Dataset& data, const Dataset& series, SeriesKind kind)
    : level_(forecaster.names().size(), 0.0),
      slope_(forecaster.names().size(), 0.0),
      adds_up_(kind == SeriesKind::kChanges) {
  const std::vector<size_t> columns = FindVariables(forecaster.names(), data);
  const size_t lags = forecaster.lags(), have = series.trajectories.empty() ? 0 : series.trajectories.back().rows;
  if (have < lags) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: {} rows at the end, and the model looks back {}{}", data.source,
                            data.trajectories.empty() ? 0 : data.trajectories.back().rows, lags,
                            adds_up_ ? " changes from row to row" : ""),
                "give at least that many rows of the last trajectory");
  }
  const Trajectory& end = series.trajectories.back();
  const size_t taken = std::min(have, lags + forecaster.memory());
  for (size_t r = end.first_row + end.rows - taken; r < end.first_row + end.rows; ++r) {
    for (const size_t v : columns) rows_.push_back(series.is_missing(r, v) ? std::nanf("") : series.at(r, v));
  }
  for (size_t i = 0; i < columns.size(); ++i) {
    if (kind == SeriesKind::kChanges) level_[i] = LastValue(data, data.trajectories.back(), columns[i]);
    if (kind != SeriesKind::kDetrended) continue;
    const Line line = TakenOut(data, series, data.trajectories.back(), columns[i]);
    level_[i] = line.at_last;
    slope_[i] = line.slope;
  }
}

}  // namespace mask2cause
