#include "data/array_columns.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "data/column_choice.h"
#include "data/reshape.h"
#include "data/time_column.h"

namespace mask2cause {

void ApplyColumnOptions(Dataset& data, const ReadOptions& options) {
  const ColumnChoice choice = ChooseColumns(options, data.names);
  std::string time_name;
  if (choice.time != SIZE_MAX) {
    time_name = data.names[choice.time];
    TimeTracker tracker(time_name, TimeEvidence::kNamedByUser);
    for (size_t r = 0; r < data.rows; ++r) {
      const double value = data.is_missing(r, choice.time) ? std::numeric_limits<double>::quiet_NaN()
                                                           : static_cast<double>(data.at(r, choice.time));
      tracker.Add(value, fmt::format("{:.9g}", value));
    }
    std::vector<std::string> warnings;
    data.time = tracker.Summary(data.trajectories, &warnings);
    // Epoch seconds in float32 are only good to two minutes: their steps say nothing.
    if (data.time.kind == TimeKind::kEpochSeconds) {
      data.time.uneven_steps = 0;
    } else {
      std::move(warnings.begin(), warnings.end(), std::back_inserter(data.warnings));
    }
  }
  KeepVariables(data, choice.wanted);
  if (!time_name.empty()) std::erase(data.dropped, time_name);
}

}  // namespace mask2cause
