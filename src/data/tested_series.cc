#include "data/tested_series.h"

#include <algorithm>

#include "data/own_lags.h"
#include "data/series_tests.h"

namespace mask2cause {
namespace {

constexpr size_t kMostValues = 1000;    // of a series: the last ones
constexpr size_t kMostVariables = 300;  // of more, the first
constexpr size_t kFewestValues = 30;
constexpr double kSignificant = 0.01;  // p, divided by the number of variables

}  // namespace

TestedPart TakeTestedPart(const Dataset& data) {
  TestedPart part;
  const auto longest = std::max_element(data.trajectories.begin(), data.trajectories.end(),
                                        [](const Trajectory& a, const Trajectory& b) { return a.rows < b.rows; });
  if (longest == data.trajectories.end()) return part;
  const std::vector<ColumnSummary> columns = Summarize(data);
  const size_t end = longest->first_row + longest->rows, first = end - std::min(longest->rows, kMostValues);
  part.rows = end - first;
  for (size_t v = 0; v < std::min(data.variables(), kMostVariables); ++v) {
    if (columns[v].constant) continue;
    TestedSeries series{v, {}};
    for (size_t r = first; r < end; ++r) {
      if (data.is_target(r, v)) series.values.push_back(static_cast<double>(data.at(r, v)));
    }
    if (series.values.size() >= kFewestValues) part.series.push_back(std::move(series));
  }
  return part;
}

double SignificantAmong(size_t tests) {
  return kSignificant / static_cast<double>(std::max<size_t>(1, tests));
}

std::vector<NoiseShape> ShapesOfNoise(const TestedPart& part, size_t lags) {
  std::vector<NoiseShape> shapes;
  for (const TestedSeries& series : part.series) {
    const std::vector<double> residuals = OwnLagResiduals(series.values, lags);
    if (residuals.size() < kFewestValues) continue;
    NoiseShape shape{series.variable, ExcessKurtosis(residuals), ArchTest(residuals, lags).p, false, false};
    shape.heavy_tails = shape.kurtosis > kHeavyTails;
    shape.changes_variance = shape.volatility_p < SignificantAmong(part.series.size());
    shapes.push_back(shape);
  }
  return shapes;
}

}  // namespace mask2cause
