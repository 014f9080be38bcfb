#include "rivals/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
    : data_(input.data), scaler_(MakeScaler(input, scaling)), source_(data_, scaler_, input.variables, lags) {
  if (source_.windows() >= 2) return;
  const bool counts_lags = FindMethod(input.options.method).reach > 0;
  throw Error(ErrorKind::kData,
              fmt::format("{}: --method {} looks at {} rows at a time, and there are not two such stretches",
                          input.data.source, input.options.method, lags + 1),
              counts_lags ? "give more data, or a smaller --lags" : "give more data, or a smaller --rival-context");
}

float RivalSeries::Scaled(size_t row, size_t column) const {
  if (data_.is_missing(row, column)) return 0.0f;
  const double value = static_cast<double>(data_.at(row, column));
  return static_cast<float>((value - scaler_.mean[column]) * scaler_.inverse_sd[column]);
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

Stretches::Stretches(const MethodInput& input, const RivalSeries& series) : steps_(series.source().lags()) {
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
  is_target_.assign(rows * n, 0);
  counts_.assign(n, 0.0);
  for (uint32_t w = 0; w < windows; ++w) {
    for (size_t step = 0; step <= steps_; ++step) {
      for (size_t v = 0; v < n; ++v) {
        const size_t row = series.source().FirstRow(w) + step, column = input.variables[v];
        rows_.row(starts_[w] + step)[v] = series.Scaled(row, column);
        is_target_[(starts_[w] + step) * n + v] = input.data.is_target(row, column);
        counts_[v] += step > 0 && input.data.is_target(row, column) ? 1.0 : 0.0;
      }
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

void Stretches::FillTarget(size_t step, size_t variable, size_t first, Matrix target, Matrix weight) const {
  const double scale = counts_[variable] > 0.0 ? 1.0 / counts_[variable] : 0.0;
  for (size_t r = 0; r < target.rows; ++r) {
    target.row(r)[0] = rows_.row(starts_[first + r] + step + 1)[variable];
    weight.row(r)[0] = Counts(first + r, step, variable) ? static_cast<float>(scale) : 0.0f;
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

std::vector<std::string> ScaleWarnings(const MethodInput& input) {
  constexpr double kLarge = 100.0, kFarAway = 10.0;
  const auto odd = std::count_if(input.variables.begin(), input.variables.end(), [&](size_t v) {
    const double inverse_sd = input.scaler.inverse_sd[v];
    return inverse_sd > kLarge || inverse_sd < 1.0 / kLarge || std::abs(input.scaler.mean[v]) * inverse_sd > kFarAway;
  });
  if (odd == 0) return {};
  return {fmt::format(
      "the method takes series as they are, and {} of {} have standard deviations below {} or above {}, or lie more "
      "than {} of them from zero: try --rival-scaling z-score",
      odd, input.variables.size(), 1.0 / kLarge, kLarge, kFarAway)};
}

void AddWarnings(MethodOutput& output, std::vector<std::string> warnings) {
  for (std::string& warning : warnings) output.warnings.push_back(std::move(warning));
}

std::vector<std::string> ShortWarnings(const Dataset& data, size_t rows) {
  const auto unused = std::count_if(data.trajectories.begin(), data.trajectories.end(),
                                    [rows](const Trajectory& trajectory) { return trajectory.rows < rows; });
  if (unused == 0) return {};
  return {
      fmt::format("{} of {} trajectories have fewer than the {} rows that the method looks at and were left out; a "
                  "smaller --rival-context may keep more",
                  unused, data.trajectories.size(), rows)};
}

}  // namespace mask2cause
