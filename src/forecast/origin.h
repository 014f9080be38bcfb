// Where a forecast starts: the last rows of the series that the model knows, and the way back from that series to the
// data's own values.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "forecast/step_forecaster.h"
#include "train/predict.h"

namespace mask2cause {

class Origin {
 public:
  // Throws Error{kData} when the last trajectory has fewer rows than the forecaster needs.
  Origin(const StepForecaster& forecaster, const Dataset& data, const Dataset& series, SeriesKind kind);

  // (rows, n) of the series, oldest first: a window and, as far as there are any, the rows before that still count; NaN
  // where a cell is missing.
  const std::vector<float>& rows() const { return rows_; }

  // The data's value of variable v, `step` steps on (from 1), by that of the series and the sum of it up to there.
  double Value(size_t v, size_t step, double now, double sum) const {
    return level_[v] + slope_[v] * static_cast<double>(step) + (adds_up_ ? sum : now);
  }

 private:
  std::vector<float> rows_;
  std::vector<double> level_, slope_;  // (n)
  bool adds_up_ = false;
};

}  // namespace mask2cause
