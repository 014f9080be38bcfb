#include "data/scaler.h"

#include <cmath>

namespace mask2cause {

Scaler FitScaler(const Dataset& data) {
  constexpr double kAddedToSd = 1e-5;
  Scaler scaler;
  for (const ColumnSummary& column : Summarize(data)) {
    scaler.mean.push_back(column.mean);
    scaler.inverse_sd.push_back(column.constant ? 0.0 : 1.0 / (column.sd + kAddedToSd));
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
