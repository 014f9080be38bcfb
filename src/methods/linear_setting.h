// What all regressions of one linear fit share: the windows, what was done about missing cells, and the progress.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "data/windows.h"
#include "methods/method.h"

namespace mask2cause {

// Which windows are used, and what was done about missing cells. A window counts for a target when the target cell is
// observed, whatever the other targets are.
struct WindowChoice {
  std::vector<size_t> windows;
  bool filled = false;  // missing inputs are taken as the column's mean, because too few windows are complete
  size_t with_missing_inputs = 0;
  std::vector<std::vector<size_t>> unseen;  // [target]: chosen windows whose target cell is missing
};

class LinearSetting {
 public:
  // The fit will report progress for that many passes over the windows and over the variables. Keeps the reference.
  LinearSetting(const MethodInput& input, size_t window_passes, size_t variable_passes);
  LinearSetting(const LinearSetting&) = delete;
  LinearSetting& operator=(const LinearSetting&) = delete;

  const MethodInput& input() const { return input_; }
  size_t variables() const { return input_.variables.size(); }  // n
  size_t lags() const { return windows_.lags(); }               // L
  size_t inputs() const { return variables() * lags(); }        // p = n L
  const WindowChoice& choice() const { return choice_; }
  const std::string& NameOf(size_t variable) const { return input_.data.names[input_.variables[variable]]; }
  size_t TargetRow(size_t window) const { return windows_.FirstRow(window) + lags(); }

  // By the user's mask it only ever serves as an input.
  bool NeverForecast(size_t target) const {
    return input_.data.left_out.any() && choice_.unseen[target].size() + 2 > choice_.windows.size();
  }

  bool IsForbidden(size_t target, size_t source) const {
    return !input_.knowledge.empty() && input_.knowledge[target * variables() + source] == 0.0;
  }
  std::vector<size_t> ForbiddenSources(size_t target) const;

  // Throws Error{kData} that names a target which is observed in fewer than two windows.
  void CheckEveryTargetIsSeen() const;

  // One chunk, or one variable, of one pass is done. Throws when the caller cancels.
  void PartDone() const { input_.progress.PartDone(progress_parts_); }

  // What the user should know of missing cells.
  std::vector<std::string> Warnings() const;

 private:
  const MethodInput& input_;
  const Windows windows_;
  const WindowChoice choice_;
  const size_t progress_parts_;
};

// Any windows in pieces small enough to be gathered at once, of fixed size, so that no sum depends on the threads.
std::span<const size_t> ChunkOf(std::span<const size_t> windows, size_t index);
size_t CountChunks(size_t windows);

}  // namespace mask2cause
