#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "mask2cause/dataset.h"

namespace mask2cause {
namespace {

// Columns that only ever serve as inputs: they are described by what there is of them.
std::vector<char> WhollyLeftOut(const Dataset& data) {
  std::vector<char> wholly(data.variables(), data.left_out.any() ? 1 : 0);
  for (size_t cell = 0; data.left_out.any() && cell < data.values.size(); ++cell) {
    if (!data.left_out[cell] && !data.missing[cell]) wholly[cell % data.variables()] = 0;
  }
  return wholly;
}

// Calls visit(column, value) for each observed cell that is not left out, row by row as they lie in memory.
template <typename Visit>
void ForEachObserved(const Dataset& data, std::vector<ColumnSummary>& columns, const Visit& visit) {
  const std::vector<char> wholly_left_out = WhollyLeftOut(data);
  for (size_t r = 0; r < data.rows; ++r) {
    const float* const row = data.row(r);
    for (size_t v = 0; v < columns.size(); ++v) {
      if (data.missing.any() && data.is_missing(r, v)) continue;
      if (data.left_out.any() && data.left_out[r * columns.size() + v] && !wholly_left_out[v]) continue;
      visit(columns[v], static_cast<double>(row[v]));
    }
  }
}

struct FreeState {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

void AddNumber(XXH3_state_t* state, uint64_t number) {
  unsigned char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<unsigned char>(number >> (8 * i));
  XXH3_128bits_update(state, bytes, sizeof(bytes));
}

}  // namespace

std::vector<ColumnSummary> Summarize(const Dataset& data) {
  std::vector<ColumnSummary> columns(data.variables());
  for (size_t v = 0; v < columns.size(); ++v) columns[v].name = data.names[v];
  ForEachObserved(data, columns, [](ColumnSummary& column, double value) {
    column.min = column.observed == 0 ? value : std::min(column.min, value);
    column.max = column.observed == 0 ? value : std::max(column.max, value);
    column.mean += value;
    ++column.observed;
  });
  for (ColumnSummary& column : columns) {
    column.missing = data.rows - column.observed;
    column.constant = column.observed == 0 || column.min == column.max;
    if (column.observed > 0) column.mean /= static_cast<double>(column.observed);
  }
  // The second pass keeps the variance exact for data far from zero.
  ForEachObserved(data, columns, [](ColumnSummary& column, double value) {
    column.sd += (value - column.mean) * (value - column.mean);
  });
  for (ColumnSummary& column : columns) {
    if (column.constant) column.mean = column.min;
    column.sd = column.constant ? 0.0 : std::sqrt(column.sd / static_cast<double>(column.observed));
  }
  return columns;
}

std::string Fingerprint(const Dataset& data) {
  const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
  XXH3_128bits_reset(state.get());
  AddNumber(state.get(), data.rows);
  AddNumber(state.get(), data.variables());
  for (const std::string& name : data.names) {
    AddNumber(state.get(), name.size());
    XXH3_128bits_update(state.get(), name.data(), name.size());
  }
  for (const Trajectory& trajectory : data.trajectories) AddNumber(state.get(), trajectory.rows);
  if (data.values.size() > 0) XXH3_128bits_update(state.get(), data.values.data(), data.values.size() * sizeof(float));
  for (size_t cell = 0; data.missing.any() && cell < data.values.size(); ++cell) {
    if (data.missing[cell]) AddNumber(state.get(), cell);
  }
  for (size_t cell = 0; data.left_out.any() && cell < data.values.size(); ++cell) {
    if (data.left_out[cell]) AddNumber(state.get(), data.values.size() + cell);
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace mask2cause
