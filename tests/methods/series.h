// Small series with a known rule, for the tests of methods.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/rng.h"
#include "mask2cause/discover.h"

namespace mask2cause {

inline std::vector<std::string> Names(size_t count) {
  std::vector<std::string> names(count);
  for (size_t i = 0; i < count; ++i) names[i] = fmt::format("v{}", i);
  return names;
}

// A series from rules that may look at all earlier rows: x[t][v] = mean(x, t, v) + sd(x, t, v) * noise.
using Rows = std::vector<std::vector<double>>;
using Rule = std::function<double(const Rows&, size_t, size_t)>;
inline Dataset Generate(
    size_t variables, size_t steps, uint64_t seed, const Rule& mean,
    const Rule& sd = [](const Rows&, size_t, size_t) { return 1.0; }) {
  Rng rng(seed);
  Rows x(steps + 20, std::vector<double>(variables));
  std::vector<float> values;
  for (size_t t = 0; t < x.size(); ++t) {
    for (size_t v = 0; v < variables; ++v) {
      x[t][v] = t < 5 ? rng.Normal() : mean(x, t, v) + sd(x, t, v) * rng.Normal();
    }
    if (t >= 20) values.insert(values.end(), x[t].begin(), x[t].end());
  }
  return MakeDataset(values, Names(variables));
}

inline const Edge& Find(const Result& result, size_t source, size_t target) {
  for (const Edge& edge : result.edges) {
    if (edge.source == source && edge.target == target) return edge;
  }
  throw std::logic_error("no such edge");
}

}  // namespace mask2cause
