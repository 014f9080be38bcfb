// The series as a rival sees them: raw or standardised, in windows.
#pragma once

#include "methods/method.h"
#include "rivals/settings.h"
#include "train/window_source.h"

namespace mask2cause {

class RivalSeries {
 public:
  // Windows of `lags` rows. Throws Error{kData} when fewer than two fit.
  RivalSeries(const MethodInput& input, Scaling scaling, size_t lags);
  RivalSeries(const RivalSeries&) = delete;
  RivalSeries& operator=(const RivalSeries&) = delete;

  const WindowSource& source() const { return source_; }
  // The value of a cell of the data as the windows have it, missing ones 0.
  float Scaled(size_t row, size_t column) const;
  size_t windows() const { return source_.windows(); }
  size_t variables() const { return source_.variables(); }

  // A missing input is its variable's mean; a missing target does not count.
  struct Inputs {
    AlignedFloats memory;
    Matrix x;  // (windows, n L): variable by variable, oldest lag first
    WindowSource::Buffer targets;
    size_t variables = 0;  // n
  };
  // All windows at once.
  Inputs GatherAll() const;

 private:
  const Dataset& data_;
  const Scaler scaler_;
  const WindowSource source_;
};

// All windows as sequences: step by step, each with the value that follows it as its target. Windows overlap, but each
// row is kept once.
class Stretches {
 public:
  Stretches(const MethodInput& input, const RivalSeries& series);
  Stretches(const Stretches&) = delete;
  Stretches& operator=(const Stretches&) = delete;

  size_t steps() const { return steps_; }
  // All rows that the windows first.. step through, and which of them each window sees first: (rows, n).
  Matrix Rows(size_t first, size_t count) const;
  std::vector<uint32_t> Starts(size_t first, size_t count) const;
  // What `variable` is after this step in windows first.. of a (count, 1) node; weights of all steps and windows of the
  // variable sum to one.
  void FillTarget(size_t step, size_t variable, size_t first, Matrix target, Matrix weight) const;

 private:
  // Whether what follows this step of the window is to be forecast.
  bool Counts(size_t window, size_t step, size_t variable) const {
    return is_target_[(starts_[window] + step + 1) * rows_.cols + variable] != 0;
  }

  size_t steps_;
  std::vector<uint32_t> starts_;  // of each window, in rows_
  AlignedFloats memory_;
  Matrix rows_;                  // (rows, n): those of a window lie side by side, and what follows it is one of them
  std::vector<char> is_target_;  // (rows, n)
  std::vector<double> counts_;   // (n): of targets, over all steps and windows
};

// Column `variable` of the targets, and the weights that make a sum over all of them a mean, for (count, 1) nodes of
// the windows from `first` on.
void FillTarget(const WindowSource::Buffer& buffer, size_t variables, size_t variable, size_t first, Matrix target,
                Matrix weight);

// (n, n) [target][source]: edges that the user rules out; empty when nothing is said of any.
std::vector<char> ForbiddenEdges(const MethodInput& input);

// What to say of missing cells; empty when there are none.
std::vector<std::string> MissingWarnings(const Dataset& data);

// What to say of series that enter as they are, but are far larger or smaller than those that the settings are for, or
// far from zero.
std::vector<std::string> ScaleWarnings(const MethodInput& input);

void AddWarnings(MethodOutput& output, std::vector<std::string> warnings);

// For methods with stretches of their own, of so many rows: what to say of trajectories that are shorter.
std::vector<std::string> ShortWarnings(const Dataset& data, size_t rows);

}  // namespace mask2cause
