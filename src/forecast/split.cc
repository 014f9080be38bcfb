#include "forecast/split.h"

#include <fmt/format.h>

#include <cmath>

#include "data/first_rows.h"
#include "mask2cause/error.h"

namespace mask2cause {

TimeSplit::TimeSplit(const Dataset& data, size_t lags, double train_share) : windows_(data, lags) {
  constexpr size_t kFewestTrain = 5, kFewestTest = 2;
  const size_t cut = static_cast<size_t>(std::floor(train_share * static_cast<double>(data.rows)));
  while (train_ < windows_.size() && windows_.FirstRow(train_) + lags < cut) ++train_;
  if (train_ < kFewestTrain || windows_.size() - train_ < kFewestTest) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: {} rows leave {} to train on and {} to test on after {} lags; {} and {} are the least",
                            data.source, data.rows, train_, windows_.size() - train_, lags, kFewestTrain, kFewestTest),
                "give more data, or fewer --lags");
  }
  const Dataset first = FirstRows(data, cut);
  scaler_ = FitScaler(first);
  variables_ = FindUsableVariables(first);
  if (variables_.usable.empty()) {
    throw Error(ErrorKind::kData, fmt::format("{}: no variable varies over the first {} rows", data.source, cut),
                "`mask2cause inspect` shows what was read");
  }
}

}  // namespace mask2cause
