// Cross-correlation: the largest absolute correlation of the target with the source over the lags. The p-value is that
// of the t test of the best lag, times the number of lags (Bonferroni). Pair by pair: a common cause, or a path over
// other variables, counts as much as a cause; and the test takes rows as independent, which series with a memory are
// not.

#include <algorithm>
#include <cmath>

#include "methods/correlation.h"
#include "methods/lagged_pairs.h"

namespace mask2cause {
namespace {

// Fewer pairs have a correlation, but it says nothing.
constexpr size_t kFewest = 4;

void FitTarget(const MethodInput& input, const LaggedPairs& pairs, size_t target, MethodOutput& output) {
  const size_t n = input.variables.size(), lags = input.options.lags;
  const std::vector<size_t> rows = pairs.TargetRows(target);
  for (size_t source = 0; source < n; ++source) {
    const size_t cell = target * n + source;
    for (size_t lag = 1; lag <= lags; ++lag) {
      const PairedValues both = pairs.Gather(rows, target, source, lag);
      if (both.source.size() < kFewest) continue;
      const double correlation = Correlation(both.source, both.target);
      const double p = CorrelationP(correlation, static_cast<double>(both.source.size()) - 2.0);
      output.lag_coefficients[(lag - 1) * n * n + cell] = correlation;
      output.scores[cell] = std::max(output.scores[cell], std::abs(correlation));
      output.p_values[cell] = std::fmin(output.p_values[cell], Bonferroni(p, lags));  // the first one replaces NaN
    }
  }
}

MethodOutput FitXcorr(const MethodInput& input) {
  const size_t n = input.variables.size();
  const LaggedPairs pairs(input);
  MethodOutput output;
  output.scores.assign(n * n, 0.0);
  output.p_values.assign(n * n, std::nan(""));
  output.lag_coefficients.assign(input.options.lags * n * n, 0.0);
  input.pool.Run(n, [&](size_t target, size_t) {
    FitTarget(input, pairs, target, output);
    input.progress.PartDone(n);
  });
  return output;
}

}  // namespace

extern const Method kXcorrMethod = {"xcorr", "largest absolute correlation with a lag of the source, pair by pair",
                                    FitXcorr};

}  // namespace mask2cause
