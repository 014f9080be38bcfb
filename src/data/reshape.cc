#include "data/reshape.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mask2cause {

void InsertVariable(Dataset& data, size_t position, const std::string& name, const std::vector<double>& values) {
  const size_t before = data.variables(), after = before + 1;
  data.values.Resize(data.rows * after);
  MissingMask missing;
  // From the last row backwards, so that no cell is overwritten before it has moved.
  for (size_t r = data.rows; r-- > 0;) {
    float* const from = data.values.data() + r * before;
    float* const to = data.values.data() + r * after;
    std::copy_backward(from + position, from + before, to + after);
    std::copy_backward(from, from + position, to + position);
    to[position] = std::isnan(values[r]) ? 0.0F : static_cast<float>(values[r]);
  }
  for (size_t r = 0; r < data.rows; ++r) {
    if (std::isnan(values[r])) missing.Set(r * after + position);
    for (size_t v = 0; v < before && data.missing.any(); ++v) {
      if (data.missing[r * before + v]) missing.Set(r * after + v + (v >= position ? 1 : 0));
    }
  }
  data.missing = std::move(missing);
  data.names.insert(data.names.begin() + static_cast<std::ptrdiff_t>(position), name);
}

void KeepVariables(Dataset& data, const std::vector<bool>& keep) {
  const size_t before = data.variables();
  if (std::find(keep.begin(), keep.end(), false) == keep.end()) return;
  std::vector<std::string> names;
  for (size_t v = 0; v < before; ++v) (keep[v] ? names : data.dropped).push_back(data.names[v]);
  MissingMask missing;
  size_t to = 0;
  for (size_t r = 0; r < data.rows; ++r) {
    for (size_t v = 0; v < before; ++v) {
      if (!keep[v]) continue;
      if (data.missing[r * before + v]) missing.Set(to);
      data.values[to++] = data.values[r * before + v];
    }
  }
  data.names = std::move(names);
  data.missing = std::move(missing);
  data.values.Resize(to);
}

void TransposeInPlace(FloatBuffer& values, MissingMask& missing, size_t rows, size_t columns) {
  const auto target = [&](size_t cell) { return cell % columns * rows + cell / columns; };
  if (missing.any()) {
    MissingMask moved;
    for (size_t cell = 0; cell < rows * columns; ++cell) {
      if (missing[cell]) moved.Set(target(cell));
    }
    missing = std::move(moved);
  }
  // Each cell is carried to its place, the one found there to its own, and so on round the cycle.
  std::vector<bool> placed(values.size());
  for (size_t start = 0; start < values.size(); ++start) {
    if (placed[start]) continue;
    float carried = values[start];
    size_t cell = start;
    do {
      cell = target(cell);
      std::swap(carried, values[cell]);
      placed[cell] = true;
    } while (cell != start);
  }
}

}  // namespace mask2cause
