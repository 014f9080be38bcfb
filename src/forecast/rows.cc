#include "forecast/rows.h"

#include <cmath>

namespace mask2cause {
namespace {

using Eigen::Index;

double Scaled(const Dataset& data, const Scaler& scaler, size_t row, size_t variable, double if_missing) {
  if (data.is_missing(row, variable)) return if_missing;
  return (static_cast<double>(data.at(row, variable)) - scaler.mean[variable]) * scaler.inverse_sd[variable];
}

}  // namespace

ForecastRows GatherRows(const Dataset& data, const Scaler& scaler, const Windows& windows, size_t count, size_t target,
                        const std::vector<size_t>& sources) {
  const size_t lags = windows.lags();
  ForecastRows rows;
  rows.inputs.resize(static_cast<Index>(count), static_cast<Index>(sources.size() * lags));
  rows.target.resize(static_cast<Index>(count));
  for (size_t w = 0; w < count; ++w) {
    const size_t first = windows.FirstRow(w);
    const bool goes_on = w > 0 && windows.FirstRow(w - 1) + 1 == first;
    if (!goes_on) rows.run_rows.push_back(0);
    ++rows.run_rows.back();
    const Index r = static_cast<Index>(w);
    rows.target[r] = Scaled(data, scaler, first + lags, target, std::nan(""));
    for (size_t s = 0; s < sources.size(); ++s) {
      for (size_t lag = 1; lag <= lags; ++lag) {
        rows.inputs(r, static_cast<Index>(s * lags + lag - 1)) =
            Scaled(data, scaler, first + lags - lag, sources[s], 0.0);
      }
    }
  }
  return rows;
}

ForecastRows ObservedRows(const ForecastRows& rows) {
  std::vector<Index> kept;
  for (Index r = 0; r < rows.target.size(); ++r) {
    if (!std::isnan(rows.target[r])) kept.push_back(r);
  }
  return {rows.inputs(kept, Eigen::all), rows.target(kept), {kept.size()}};
}

}  // namespace mask2cause
