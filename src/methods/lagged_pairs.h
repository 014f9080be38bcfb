// One source at one lag beside one target: for methods that look at pairs. Every row counts on which both cells are
// observed, whatever the others are.
#pragma once

#include <cstddef>
#include <vector>

#include "methods/method.h"

namespace mask2cause {

struct PairedValues {
  std::vector<double> source, target;
};

class LaggedPairs {
 public:
  // Copies the fitted variables, standardised, column by column. `noise` of that sd is added, so that no two values of
  // a variable are equal.
  explicit LaggedPairs(const MethodInput& input, double noise = 0.0);

  // Rows that have all lags before them in their trajectory and whose cell of the target is to be forecast.
  std::vector<size_t> TargetRows(size_t target) const;

  // The pairs of these rows, as far as the source is observed `lag` rows before.
  PairedValues Gather(const std::vector<size_t>& rows, size_t target, size_t source, size_t lag) const;

 private:
  double at(size_t row, size_t variable) const { return values_[variable * rows_ + row]; }

  const MethodInput& input_;
  const size_t rows_;
  std::vector<double> values_;  // (n, rows), NaN where missing
};

}  // namespace mask2cause
