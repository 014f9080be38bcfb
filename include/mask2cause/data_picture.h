// Series as a picture needs them: few enough numbers to draw, every peak kept.
#pragma once

#include <cstddef>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

// One variable, cut into buckets of consecutive rows.
struct SeriesPicture {
  std::vector<double> low, high;  // (buckets): least and largest value; NaN: nothing observed
  std::vector<size_t> missing;    // (buckets): missing cells; empty: there are none
  double mean = 0.0, sd = 0.0;    // of all observed cells
};

struct DataPicture {
  size_t rows = 0;             // of the data
  std::vector<size_t> starts;  // rows at which trajectories start
  std::vector<SeriesPicture> series;

  size_t buckets() const { return series.empty() ? 0 : series.front().low.size(); }
};

// At most about `most_numbers` lows and highs over all variables, each rounded to four digits of its series' range.
// Bucket b holds the rows from rows * b / buckets to rows * (b + 1) / buckets.
DataPicture PictureOf(const Dataset& data, size_t most_numbers = 40000);

}  // namespace mask2cause
