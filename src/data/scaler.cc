#include "data/scaler.h"

#include <algorithm>

namespace mask2cause {

Scaler FitScaler(const Dataset& data) {
  constexpr double kAddedToSd = 1e-5;       // the paper's, for series of about unit size
  constexpr double kMostShareAdded = 1e-3;  // of tiny ones, so that the unit of a column does not decide its weight
  Scaler scaler;
  for (const ColumnSummary& column : Summarize(data)) {
    scaler.mean.push_back(column.mean);
    scaler.inverse_sd.push_back(
        column.constant ? 0.0 : 1.0 / (column.sd + std::min(kAddedToSd, kMostShareAdded * column.sd)));
  }
  return scaler;
}

UsableVariables FindUsableVariables(const Dataset& data) {
  UsableVariables result;
  const std::vector<ColumnSummary> columns = Summarize(data);
  for (size_t v = 0; v < columns.size(); ++v) {
    (columns[v].constant ? result.excluded : result.usable).push_back(v);
  }
  return result;
}

}  // namespace mask2cause
