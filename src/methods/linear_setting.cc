#include "methods/linear_setting.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kChunk = 512;  // windows gathered at once: fits the cache for small n, bounds memory for large n

bool InputsComplete(const MethodInput& input, const Windows& windows, size_t window) {
  const size_t first = windows.FirstRow(window);
  for (size_t row = first; row < first + windows.lags(); ++row) {
    for (size_t v : input.variables) {
      if (input.data.is_missing(row, v)) return false;
    }
  }
  return true;
}

std::vector<std::vector<size_t>> FindUnseen(const MethodInput& input, const Windows& windows,
                                            const std::vector<size_t>& chosen) {
  std::vector<std::vector<size_t>> unseen(input.variables.size());
  if (!input.data.missing.any() && !input.data.left_out.any()) return unseen;
  for (size_t w : chosen) {
    const size_t row = windows.FirstRow(w) + windows.lags();
    for (size_t v = 0; v < unseen.size(); ++v) {
      if (!input.data.is_target(row, input.variables[v])) unseen[v].push_back(w);
    }
  }
  return unseen;
}

WindowChoice ChooseWindows(const MethodInput& input, const Windows& windows) {
  WindowChoice choice;
  choice.windows.reserve(windows.size());
  const bool any_missing = input.data.missing.any();
  for (size_t w = 0; w < windows.size(); ++w) {
    if (!any_missing || InputsComplete(input, windows, w)) choice.windows.push_back(w);
  }
  choice.with_missing_inputs = windows.size() - choice.windows.size();
  const size_t unknowns = input.variables.size() * windows.lags() + 1;
  if (choice.with_missing_inputs > 0 && choice.windows.size() < 2 * unknowns) {
    choice.filled = true;
    choice.windows.resize(windows.size());
    std::iota(choice.windows.begin(), choice.windows.end(), size_t{0});
  }
  choice.unseen = FindUnseen(input, windows, choice.windows);
  return choice;
}

}  // namespace

LinearSetting::LinearSetting(const MethodInput& input, size_t window_passes, size_t variable_passes)
    : input_(input),
      windows_(input.data, input.options.lags),
      choice_(ChooseWindows(input, windows_)),
      progress_parts_(window_passes * CountChunks(choice_.windows.size()) + variable_passes * variables()) {}

std::vector<size_t> LinearSetting::ForbiddenSources(size_t target) const {
  std::vector<size_t> sources;
  for (size_t source = 0; source < variables(); ++source) {
    if (IsForbidden(target, source)) sources.push_back(source);
  }
  return sources;
}

void LinearSetting::CheckEveryTargetIsSeen() const {
  for (size_t target = 0; target < variables(); ++target) {
    const size_t rows = choice_.windows.size() - choice_.unseen[target].size();
    if (rows >= 2 || NeverForecast(target)) continue;
    throw Error(ErrorKind::kData, fmt::format("{}: {} usable windows for {}", input_.data.source, rows, NameOf(target)),
                "give more data, or drop this column");
  }
}

std::vector<std::string> LinearSetting::Warnings() const {
  if (choice_.with_missing_inputs == 0) return {};
  const char* remedy =
      choice_.filled ? ", too many to leave out: missing inputs were taken as the column's mean" : " and were left out";
  return {fmt::format("{} of {} windows lack some input{}", choice_.with_missing_inputs, windows_.size(), remedy)};
}

size_t CountChunks(size_t windows) {
  return (windows + kChunk - 1) / kChunk;
}

std::span<const size_t> ChunkOf(std::span<const size_t> windows, size_t index) {
  const size_t begin = index * kChunk;
  return windows.subspan(begin, std::min(kChunk, windows.size() - begin));
}

}  // namespace mask2cause
