// What the data checks look at of a data set: the end of its longest trajectory, and not all variables of very many.
#pragma once

#include <cstddef>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

// The values of one variable, without missing ones.
struct TestedSeries {
  size_t variable = 0;
  std::vector<double> values;
};

struct TestedPart {
  size_t rows = 0;                   // a series without missing cells has as many values
  std::vector<TestedSeries> series;  // not those that are constant or have only a few values
};

TestedPart TakeTestedPart(const Dataset& data);

// How the noise of one variable is distributed: what its own lags leave unexplained.
struct NoiseShape {
  size_t variable = 0;
  double kurtosis = 0.0;      // in excess of a Gaussian's
  double volatility_p = 1.0;  // of Engle's test
  bool heavy_tails = false;
  bool changes_variance = false;  // calm and wild stretches
};

constexpr double kHeavyTails = 3.0;  // excess kurtosis

// Of every series that is long enough for so many lags.
std::vector<NoiseShape> ShapesOfNoise(const TestedPart& part, size_t lags);

// The p-value below which one of so many tests says something.
double SignificantAmong(size_t tests);

}  // namespace mask2cause
