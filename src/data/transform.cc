#include "data/transform.h"

#include <cmath>
#include <limits>
#include <vector>

namespace mask2cause {
namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

// The values of `data` with everything else kept.
Dataset WithValues(const Dataset& data, const std::vector<float>& values, const std::vector<size_t>& lengths) {
  Dataset result = MakeDataset(values, data.names, lengths);
  result.source = data.source;
  result.time = data.time;
  result.dropped = data.dropped;
  result.warnings = data.warnings;
  return result;
}

double Value(const Dataset& data, size_t row, size_t variable) {
  return data.is_missing(row, variable) ? std::nan("") : static_cast<double>(data.at(row, variable));
}

struct Line {
  double level = 0.0, slope = 0.0, middle = 0.0;
  double At(size_t row) const { return level + slope * (static_cast<double>(row) - middle); }
};

Line FitLine(const Dataset& data, const Trajectory& trajectory, size_t variable) {
  double count = 0.0, rows = 0.0, sum = 0.0;
  const size_t end = trajectory.first_row + trajectory.rows;
  for (size_t r = trajectory.first_row; r < end; ++r) {
    if (data.is_missing(r, variable)) continue;
    count += 1.0;
    rows += static_cast<double>(r);
    sum += Value(data, r, variable);
  }
  if (count == 0.0) return {};
  Line line{sum / count, 0.0, rows / count};
  double products = 0.0, squares = 0.0;
  for (size_t r = trajectory.first_row; r < end; ++r) {
    if (data.is_missing(r, variable)) continue;
    const double away = static_cast<double>(r) - line.middle;
    products += away * (Value(data, r, variable) - line.level);
    squares += away * away;
  }
  if (squares > 0.0) line.slope = products / squares;
  return line;
}

}  // namespace

Dataset Differenced(const Dataset& data) {
  std::vector<float> values;
  std::vector<size_t> lengths, left_out;
  for (const Trajectory& trajectory : data.trajectories) {
    if (trajectory.rows < 2) continue;
    lengths.push_back(trajectory.rows - 1);
    for (size_t r = trajectory.first_row + 1; r < trajectory.first_row + trajectory.rows; ++r) {
      for (size_t v = 0; v < data.variables(); ++v) {
        const bool leave = data.left_out[r * data.variables() + v] || data.left_out[(r - 1) * data.variables() + v];
        if (leave) left_out.push_back(values.size());
        const double change = Value(data, r, v) - Value(data, r - 1, v);
        values.push_back(std::isnan(change) ? kMissing : static_cast<float>(change));
      }
    }
  }
  Dataset result = WithValues(data, values, lengths);
  for (const size_t cell : left_out) result.left_out.Set(cell);
  return result;
}

Dataset Detrended(const Dataset& data) {
  std::vector<float> values(data.rows * data.variables(), kMissing);
  std::vector<size_t> lengths;
  for (const Trajectory& trajectory : data.trajectories) {
    lengths.push_back(trajectory.rows);
    for (size_t v = 0; v < data.variables(); ++v) {
      const Line line = FitLine(data, trajectory, v);
      for (size_t r = trajectory.first_row; r < trajectory.first_row + trajectory.rows; ++r) {
        if (data.is_missing(r, v)) continue;
        values[r * data.variables() + v] = static_cast<float>(Value(data, r, v) - line.At(r));
      }
    }
  }
  Dataset result = WithValues(data, values, lengths);
  result.left_out = data.left_out;
  return result;
}

}  // namespace mask2cause
