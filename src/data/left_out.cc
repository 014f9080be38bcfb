#include <fmt/format.h>

#include <algorithm>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

void CheckRows(const Dataset& mask, const Dataset& data) {
  if (mask.rows == data.rows) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: {} rows, but {} has {}", mask.source, mask.rows, data.source, data.rows),
              "a mask has a row for each row of the data");
}

size_t PlaceOf(const std::string& name, const Dataset& data) {
  return static_cast<size_t>(std::find(data.names.begin(), data.names.end(), name) - data.names.begin());
}

// For each column of the mask, the columns of the data it is for: by name when all are names of the data; when none is,
// one is for all and as many as variables go by place.
std::vector<std::vector<size_t>> Meant(const Dataset& mask, const Dataset& data) {
  const auto is_name = [&](const std::string& name) { return PlaceOf(name, data) < data.variables(); };
  const auto named = static_cast<size_t>(std::count_if(mask.names.begin(), mask.names.end(), is_name));
  std::vector<std::vector<size_t>> meant(mask.variables());
  if (named == mask.variables()) {
    for (size_t column = 0; column < meant.size(); ++column) meant[column] = {PlaceOf(mask.names[column], data)};
    return meant;
  }
  if (named == 0 && mask.variables() == 1) {
    for (size_t v = 0; v < data.variables(); ++v) meant[0].push_back(v);
    return meant;
  }
  if (named == 0 && mask.variables() == data.variables()) {
    for (size_t v = 0; v < data.variables(); ++v) meant[v] = {v};
    return meant;
  }
  const auto stranger = std::find_if_not(mask.names.begin(), mask.names.end(), is_name);
  throw Error(ErrorKind::kData,
              fmt::format("{}: column '{}' is no variable of {}", mask.source, *stranger, data.source),
              "name columns as in the data, give one for each variable, or a single one for time points");
}

bool Marked(const Dataset& mask, size_t row, size_t column) {
  const float value = mask.at(row, column);
  if (!mask.is_missing(row, column) && (value == 0.0f || value == 1.0f)) return value == 1.0f;
  throw Error(ErrorKind::kData,
              fmt::format("{}: row {}, column '{}': {} is neither 0 nor 1", mask.source, row + 1, mask.names[column],
                          mask.is_missing(row, column) ? "an empty cell" : fmt::format("{}", value)),
              "write 1 for what is to be left out, 0 for the rest");
}

}  // namespace

void LeaveOut(Dataset& data, const std::string& mask_path) {
  ReadOptions options;
  options.time_column = "none";
  const Dataset mask = ReadDataset(mask_path, options);
  CheckRows(mask, data);
  const std::vector<std::vector<size_t>> meant = Meant(mask, data);
  for (size_t column = 0; column < mask.variables(); ++column) {
    for (size_t row = 0; row < mask.rows; ++row) {
      if (!Marked(mask, row, column)) continue;
      for (const size_t v : meant[column]) data.left_out.Set(row * data.variables() + v);
    }
  }
  if (data.left_out.count() < data.values.size()) return;
  throw Error(ErrorKind::kData, fmt::format("{}: every cell is left out", mask.source), "1 leaves out, 0 does not");
}

}  // namespace mask2cause
