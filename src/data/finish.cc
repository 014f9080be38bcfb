#include "data/finish.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/number.h"

namespace mask2cause {
namespace {

void RefuseEmptyColumns(const Dataset& data) {
  if (data.missing.count() < data.rows) return;
  for (size_t v = 0; v < data.variables(); ++v) {
    size_t r = 0;
    while (r < data.rows && data.is_missing(r, v)) ++r;
    if (r < data.rows) continue;
    throw Error(ErrorKind::kData,
                fmt::format("{}: column {} ({}) has no value at all: all {} cells are missing", data.source, v + 1,
                            Quoted(data.names[v]), data.rows),
                fmt::format("leave it out with --drop {}", data.names[v]));
  }
}

}  // namespace

std::vector<std::string> DefaultNames(size_t count) {
  std::vector<std::string> names(count);
  for (size_t i = 0; i < count; ++i) names[i] = fmt::format("x{}", i + 1);
  return names;
}

void FinishDataset(Dataset& data, bool transposed) {
  if (data.variables() == 0) {
    throw Error(ErrorKind::kData, fmt::format("{}: no column is left to use as a variable", data.source),
                "check --columns, --drop and --time-column");
  }
  if (data.rows == 0) {
    throw Error(ErrorKind::kData, fmt::format("{}: there are no rows of data", data.source),
                "the file needs one row per time step");
  }
  RefuseEmptyColumns(data);
  size_t longest = 0;
  for (const Trajectory& trajectory : data.trajectories) longest = std::max(longest, trajectory.rows);
  if (data.variables() > longest) {
    data.warnings.push_back(fmt::format(
        "more variables ({}) than time steps ({}); {}", data.variables(), longest,
        transposed ? "is --transpose really wanted?" : "if the file is (variable, time), read it with --transpose"));
  }
  data.values.ShrinkToFit();
}

float ToFloat(double value, const std::string& place, std::string_view text) {
  if (std::abs(value) <= std::numeric_limits<float>::max()) return static_cast<float>(value);
  const std::string lower = ToLower(text);
  if (lower.find("inf") != std::string::npos) {
    throw Error(ErrorKind::kData, fmt::format("{}: {} is not a finite number", place, Quoted(text)),
                "replace infinities by numbers, or by NA for missing");
  }
  throw Error(ErrorKind::kData, fmt::format("{}: {} does not fit a 32-bit float (largest 3.4e38)", place, Quoted(text)),
              "rescale the column, for example to other units");
}

void ReportReading(const Progress& progress, double fraction) {
  if (progress && !progress({"reading", fraction, ""})) throw Error(ErrorKind::kInterrupted, "reading was interrupted");
}

}  // namespace mask2cause
