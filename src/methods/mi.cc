// Mutual information of the target with each lag of the source, pair by pair: sees effects of any shape, and the
// effects of common causes as well. The score is the largest over the lags, in nats.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/windows.h"
#include "methods/correlation.h"
#include "methods/lagged_pairs.h"
#include "methods/mutual_information.h"

namespace mask2cause {
namespace {

constexpr size_t kNeighbours = 3;
constexpr size_t kMostRows = 4096;   // more are thinned evenly: neighbours are sought among all of them
constexpr double kTieBreak = 1e-10;  // noise: neighbours at equal distance would make the estimate meaningless

std::vector<size_t> Thinned(const std::vector<size_t>& rows) {
  if (rows.size() <= kMostRows) return rows;
  std::vector<size_t> some(kMostRows);
  for (size_t k = 0; k < kMostRows; ++k) some[k] = rows[k * rows.size() / kMostRows];
  return some;
}

// To sd 1 over these rows.
void Scale(std::vector<double>& values) {
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double sd = std::sqrt(squares / static_cast<double>(values.size()));
  if (!(sd > 0.0)) return;
  for (double& value : values) value /= sd;
}

// The correlation that a Gaussian pair with this information has (Linfoot 1957).
double AsCorrelation(double nats) {
  return std::sqrt(1.0 - std::exp(-2.0 * nats));
}

void FitTarget(const MethodInput& input, const LaggedPairs& pairs, size_t target, MethodOutput& output) {
  const size_t n = input.variables.size();
  const std::vector<size_t> rows = Thinned(pairs.TargetRows(target));
  for (size_t source = 0; source < n; ++source) {
    const size_t cell = target * n + source;
    for (size_t lag = 1; lag <= input.options.lags; ++lag) {
      PairedValues both = pairs.Gather(rows, target, source, lag);
      if (both.source.size() <= kNeighbours) continue;
      const size_t at = (lag - 1) * n * n + cell;
      output.lag_coefficients[at] = Correlation(both.source, both.target);
      Scale(both.source);
      Scale(both.target);
      const double nats = MutualInformation(both.source, both.target, kNeighbours);
      output.lag_magnitudes[at] = AsCorrelation(nats);
      output.scores[cell] = std::max(output.scores[cell], nats);
    }
  }
}

MethodOutput FitMi(const MethodInput& input) {
  const size_t n = input.variables.size(), lags = input.options.lags;
  const LaggedPairs pairs(input, kTieBreak);
  MethodOutput output;
  output.scores.assign(n * n, 0.0);
  output.lag_coefficients.assign(lags * n * n, 0.0);
  output.lag_magnitudes.assign(lags * n * n, 0.0);
  input.pool.Run(n, [&](size_t target, size_t) {
    FitTarget(input, pairs, target, output);
    input.progress.PartDone(n);
  });
  const size_t rows = Windows(input.data, lags).size();
  if (rows > kMostRows) {
    output.warnings.push_back(
        fmt::format("mutual information was taken over {} of {} windows, evenly spread", kMostRows, rows));
  }
  return output;
}

}  // namespace

extern const Method kMiMethod = {
    "mi", "mutual information with a lag of the source by nearest neighbours, pair by pair", FitMi};

}  // namespace mask2cause
