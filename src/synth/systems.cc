#include "synth/systems.h"

#include <fmt/format.h>

#include <cmath>

#include "core/rng.h"
#include "mask2cause/error.h"

namespace mask2cause {

SeriesRecorder::SeriesRecorder(size_t variables, size_t steps) : variables_(variables) {
  values_.reserve(variables * steps);
}

void SeriesRecorder::Record(std::span<const double> row) {
  for (size_t i = 0; i < variables_; ++i) {
    const float value = static_cast<float>(row[i]);
    if (!std::isfinite(value)) {
      throw Error(ErrorKind::kNumerical,
                  fmt::format("simulate: x{} left the finite numbers at step {}", i + 1, values_.size() / variables_),
                  "use smaller --forcing or --noise");
    }
    values_.push_back(value);
  }
}

Dataset SeriesRecorder::Finish(const std::string& source) {
  std::vector<std::string> names(variables_);
  for (size_t i = 0; i < variables_; ++i) names[i] = fmt::format("x{}", i + 1);
  Dataset data = MakeDataset(values_, std::move(names));
  data.source = source;
  return data;
}

std::vector<uint32_t> DrawPairs(size_t variables, double density, uint64_t seed) {
  std::vector<uint32_t> pairs;
  pairs.reserve(variables * (variables - 1));
  for (size_t target = 0; target < variables; ++target) {
    for (size_t source = 0; source < variables; ++source) {
      if (source != target) pairs.push_back(static_cast<uint32_t>(target * variables + source));
    }
  }
  Rng rng(seed, kGraphStream);
  rng.Shuffle(pairs);
  pairs.resize(static_cast<size_t>(density * static_cast<double>(pairs.size()) + 0.5));
  return pairs;
}

}  // namespace mask2cause
