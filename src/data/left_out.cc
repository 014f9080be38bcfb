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

// Which columns of the data a column of the mask is for.
std::vector<size_t> Meant(const Dataset& mask, const Dataset& data, size_t column) {
  const auto named = std::find(data.names.begin(), data.names.end(), mask.names[column]);
  if (named != data.names.end()) return {static_cast<size_t>(named - data.names.begin())};
  if (mask.variables() == 1) {
    std::vector<size_t> all(data.variables());
    for (size_t v = 0; v < all.size(); ++v) all[v] = v;
    return all;
  }
  if (mask.variables() == data.variables()) return {column};
  throw Error(ErrorKind::kData,
              fmt::format("{}: column '{}' is no variable of {}", mask.source, mask.names[column], data.source),
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
  for (size_t column = 0; column < mask.variables(); ++column) {
    const std::vector<size_t> variables = Meant(mask, data, column);
    for (size_t row = 0; row < mask.rows; ++row) {
      if (!Marked(mask, row, column)) continue;
      for (const size_t v : variables) data.left_out.Set(row * data.variables() + v);
    }
  }
  if (data.left_out.count() < data.values.size()) return;
  throw Error(ErrorKind::kData, fmt::format("{}: every cell is left out", mask.source), "1 leaves out, 0 does not");
}

}  // namespace mask2cause
