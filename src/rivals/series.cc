#include "rivals/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// Raw values stay as they are, but where cells are missing the mean is taken off, because a missing input becomes 0.
Scaler MakeScaler(const MethodInput& input, Scaling scaling) {
  if (scaling == Scaling::kZScore) return input.scaler;
  const size_t n = input.data.variables();
  Scaler raw{std::vector<double>(n, 0.0), std::vector<double>(n, 1.0)};
  if (input.data.missing.any()) raw.mean = input.scaler.mean;
  return raw;
}

}  // namespace

RivalSeries::RivalSeries(const MethodInput& input, Scaling scaling, size_t lags)
    : scaler_(MakeScaler(input, scaling)), source_(input.data, scaler_, input.variables, lags) {
  if (source_.windows() >= 2) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: --method {} looks at {} rows at a time, and there are not two such stretches",
                          input.data.source, input.options.method, lags + 1),
              "give more data, or a smaller --lags or --rival-context");
}

RivalSeries::Inputs RivalSeries::GatherAll() const {
  std::vector<uint32_t> all(windows());
  std::iota(all.begin(), all.end(), 0u);
  Inputs inputs;
  const Batch batch = source_.Gather(all, inputs.targets);
  const size_t width = variables() * source_.lags(), stride = PaddedColumns(width);
  inputs.memory = AlignedFloats(windows() * stride);
  std::fill(inputs.memory.begin(), inputs.memory.end(), 0.0f);
  inputs.x = {inputs.memory.data(), windows(), width, stride};
  for (size_t w = 0; w < windows(); ++w) std::copy_n(batch.x.data + w * width, width, inputs.x.row(w));
  return inputs;
}

bool FillTarget(const WindowSource::Buffer& buffer, size_t variables, size_t variable, Matrix target, Matrix weight) {
  double observed = 0.0;
  for (size_t w = 0; w < target.rows; ++w) {
    const size_t at = w * variables + variable;
    target.row(w)[0] = buffer.target[at];
    weight.row(w)[0] = buffer.observed.empty() ? 1.0f : buffer.observed[at];
    observed += static_cast<double>(weight.row(w)[0]);
  }
  for (size_t w = 0; w < target.rows && observed > 0.0; ++w) {
    weight.row(w)[0] = static_cast<float>(static_cast<double>(weight.row(w)[0]) / observed);
  }
  return observed > 0.0;
}

std::vector<std::string> MissingWarnings(const Dataset& data) {
  if (!data.missing.any()) return {};
  return {fmt::format("{} cells are missing: as inputs they count as the mean, as targets not at all",
                      data.missing.count())};
}

}  // namespace mask2cause
