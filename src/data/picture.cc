#include <algorithm>
#include <cmath>
#include <limits>

#include "mask2cause/data_picture.h"

namespace mask2cause {
namespace {

constexpr size_t kFewestBuckets = 60, kMostBuckets = 500;
constexpr size_t kMostStarts = 1000;  // more trajectories than a picture can show
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

// To four digits of the range, as a short decimal: pictures need no more, and files stay small.
double Rounded(double value, double range) {
  if (!(range > 0.0) || !std::isfinite(value)) return value;
  const int digits = 4 - static_cast<int>(std::ceil(std::log10(range)));
  if (digits < 0) return std::round(value * std::pow(10.0, digits)) * std::pow(10.0, -digits);
  const double scale = std::pow(10.0, digits);
  return std::isfinite(scale) ? std::round(value * scale) / scale : value;
}

SeriesPicture Picture(const Dataset& data, size_t variable, size_t buckets, const ColumnSummary& column) {
  SeriesPicture picture;
  picture.low.assign(buckets, kUndefined);
  picture.high.assign(buckets, kUndefined);
  std::vector<size_t> missing(buckets, 0);
  double least = kUndefined, largest = kUndefined;  // of all observed cells, also those a mask leaves out
  for (size_t b = 0; b < buckets; ++b) {
    for (size_t row = data.rows * b / buckets; row < data.rows * (b + 1) / buckets; ++row) {
      if (data.is_missing(row, variable)) {
        ++missing[b];
        continue;
      }
      const double value = static_cast<double>(data.at(row, variable));
      picture.low[b] = std::fmin(picture.low[b], value);
      picture.high[b] = std::fmax(picture.high[b], value);
    }
    least = std::fmin(least, picture.low[b]);
    largest = std::fmax(largest, picture.high[b]);
  }
  for (size_t b = 0; b < buckets; ++b) {
    picture.low[b] = Rounded(picture.low[b], largest - least);
    picture.high[b] = Rounded(picture.high[b], largest - least);
  }
  if (std::ranges::any_of(missing, [](size_t count) { return count > 0; })) picture.missing = std::move(missing);
  picture.mean = column.mean;
  picture.sd = column.sd;
  return picture;
}

}  // namespace

DataPicture PictureOf(const Dataset& data, size_t most_numbers) {
  DataPicture picture;
  picture.rows = data.rows;
  for (const Trajectory& trajectory : data.trajectories) {
    if (picture.starts.size() < kMostStarts) picture.starts.push_back(trajectory.first_row);
  }
  const size_t variables = std::max<size_t>(1, data.variables());
  const size_t buckets = std::min(data.rows, std::clamp(most_numbers / (2 * variables), kFewestBuckets, kMostBuckets));
  const std::vector<ColumnSummary> columns = Summarize(data);
  for (size_t v = 0; v < data.variables(); ++v) picture.series.push_back(Picture(data, v, buckets, columns[v]));
  return picture;
}

}  // namespace mask2cause
