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

RivalSeries::RivalSeries(const MethodInput& input, Scaling scaling, size_t lags, bool indicators)
    : scaler_(MakeScaler(input, scaling)), source_(input.data, scaler_, input.variables, lags, indicators) {
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
  inputs.variables = variables();
  const Batch batch = source_.Gather(all, inputs.targets);
  const size_t width = variables() * source_.lags(), stride = PaddedColumns(width);
  inputs.memory = AlignedFloats(windows() * stride);
  std::fill(inputs.memory.begin(), inputs.memory.end(), 0.0f);
  inputs.x = {inputs.memory.data(), windows(), width, stride};
  for (size_t w = 0; w < windows(); ++w) std::copy_n(batch.x.data + w * width, width, inputs.x.row(w));
  return inputs;
}

Stretches::Stretches(const RivalSeries& series) : steps_(series.source().lags()) {
  const size_t n = series.variables(), windows = series.windows(), stride = PaddedColumns(n);
  size_t rows = 0;
  for (uint32_t w = 0; w < windows; ++w) {
    const bool goes_on = w > 0 && series.source().FirstRow(w) == series.source().FirstRow(w - 1) + 1 &&
                         series.source().TrajectoryOf(w) == series.source().TrajectoryOf(w - 1);
    starts_.push_back(static_cast<uint32_t>(goes_on ? starts_.back() + 1 : rows));
    rows = starts_.back() + steps_ + 1;
  }
  memory_ = AlignedFloats(rows * stride);
  std::fill(memory_.begin(), memory_.end(), 0.0f);
  rows_ = {memory_.data(), rows, n, stride};
  observed_.assign(rows * n, 0);
  std::vector<uint32_t> all(windows);
  std::iota(all.begin(), all.end(), 0u);
  WindowSource::Buffer buffer;
  const Batch batch = series.source().Gather(all, buffer);
  for (size_t w = 0; w < windows; ++w) {
    for (size_t v = 0; v < n; ++v) {
      const float* const x = batch.x.row(w * n + v);  // values, then whether they were observed
      for (size_t step = 0; step < steps_; ++step) {
        rows_.row(starts_[w] + step)[v] = x[step];
        observed_[(starts_[w] + step) * n + v] = x[steps_ + step] != 0.0f;
      }
      rows_.row(starts_[w] + steps_)[v] = batch.target[w * n + v];  // a window that goes on has the input there
      last_ones_.push_back(batch.observed == nullptr || batch.observed[w * n + v] != 0.0f);
    }
  }
  counts_.assign(n, 0.0);
  for (size_t w = 0; w < windows; ++w) {
    for (size_t step = 0; step < steps_; ++step) {
      for (size_t v = 0; v < n; ++v) counts_[v] += static_cast<double>(Observed(w, step, v));
    }
  }
}

Matrix Stretches::Rows(size_t first, size_t count) const {
  return rows_.Rows(starts_[first], starts_[first + count - 1] + steps_ - starts_[first]);
}

std::vector<uint32_t> Stretches::Starts(size_t first, size_t count) const {
  std::vector<uint32_t> starts;
  for (size_t w = first; w < first + count; ++w) starts.push_back(starts_[w] - starts_[first]);
  return starts;
}

float Stretches::Observed(size_t window, size_t step, size_t variable) const {
  const size_t n = rows_.cols;
  const bool last = step + 1 == steps_;
  return (last ? last_ones_[window * n + variable] : observed_[(starts_[window] + step + 1) * n + variable]) != 0
             ? 1.0f
             : 0.0f;
}

void Stretches::FillTarget(size_t step, size_t variable, size_t first, Matrix target, Matrix weight) const {
  const double scale = counts_[variable] > 0.0 ? 1.0 / counts_[variable] : 0.0;
  for (size_t r = 0; r < target.rows; ++r) {
    target.row(r)[0] = rows_.row(starts_[first + r] + step + 1)[variable];
    weight.row(r)[0] = static_cast<float>(scale * static_cast<double>(Observed(first + r, step, variable)));
  }
}

void FillTarget(const WindowSource::Buffer& buffer, size_t variables, size_t variable, size_t first, Matrix target,
                Matrix weight) {
  const auto observed_at = [&](size_t window) {
    return buffer.observed.empty() ? 1.0 : static_cast<double>(buffer.observed[window * variables + variable]);
  };
  double observed = 0.0;
  for (size_t w = 0; w * variables < buffer.target.size(); ++w) observed += observed_at(w);
  const double scale = observed > 0.0 ? 1.0 / observed : 0.0;
  for (size_t r = 0; r < target.rows; ++r) {
    target.row(r)[0] = buffer.target[(first + r) * variables + variable];
    weight.row(r)[0] = static_cast<float>(scale * observed_at(first + r));
  }
}

std::vector<char> ForbiddenEdges(const MethodInput& input) {
  std::vector<char> forbidden;
  for (const double p : input.knowledge) forbidden.push_back(p == 0.0);
  return forbidden;
}

std::vector<std::string> MissingWarnings(const Dataset& data) {
  if (!data.missing.any()) return {};
  return {fmt::format("{} cells are missing: as inputs they count as the mean, as targets not at all",
                      data.missing.count())};
}

}  // namespace mask2cause
