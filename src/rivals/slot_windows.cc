#include "rivals/slot_windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kLeastWindows = 10;

size_t LagsOf(size_t slots) {
  if (slots >= 2) return slots - 1;
  throw Error(ErrorKind::kUsage, fmt::format("--rival-context {} is not allowed", slots),
              "the method forecasts rows from those before them: give 2 or more");
}

}  // namespace

bool SlotWindows::Suffice(const Dataset& data, size_t slots) {
  return Windows(data, LagsOf(slots)).size() >= kLeastWindows;
}

SlotWindows::SlotWindows(const MethodInput& input, size_t slots)
    : variables_(input.variables.size()), windows_(input.data, LagsOf(slots)) {
  const Dataset& data = input.data;
  if (!Suffice(data, slots)) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: --method {} looks at {} rows at a time, and there are not {} such stretches",
                            data.source, input.options.method, slots, kLeastWindows),
                "give more data, or a smaller --rival-context");
  }
  values_.assign(data.rows * variables_, 0.0f);
  counts_.assign(data.rows * variables_, 0);
  for (size_t i = 0; i < variables_; ++i) {
    const size_t v = input.variables[i];
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t r = 0; r < data.rows; ++r) {
      if (data.is_missing(r, v)) continue;
      low = std::min(low, static_cast<double>(data.at(r, v)));
      high = std::max(high, static_cast<double>(data.at(r, v)));
    }
    for (size_t r = 0; r < data.rows; ++r) {
      const double x = data.is_missing(r, v) ? input.scaler.mean[v] : static_cast<double>(data.at(r, v));
      values_[r * variables_ + i] = static_cast<float>(0.5 + 0.5 * (x - low) / (high - low));
      counts_[r * variables_ + i] = data.is_target(r, v);
    }
  }
}

double SlotWindows::Fill(size_t window, Matrix values, Matrix weights) const {
  double sum = 0.0;
  for (size_t t = 0; t < slots(); ++t) {
    const size_t first = (windows_.FirstRow(window) + t) * variables_;
    for (size_t i = 0; i < variables_; ++i) {
      values.row(i)[t] = values_[first + i];
      weights.row(i)[t] = t > 0 && counts_[first + i] != 0 ? 1.0f : 0.0f;
      sum += static_cast<double>(weights.row(i)[t]);
    }
  }
  return sum;
}

}  // namespace mask2cause
