// The series as a rival sees them: raw or standardised, in windows.
#pragma once

#include "methods/method.h"
#include "rivals/settings.h"
#include "train/window_source.h"

namespace mask2cause {

class RivalSeries {
 public:
  // Windows of `lags` rows; with `indicators` the source also says of each input whether it was observed. Throws
  // Error{kData} when fewer than two fit.
  RivalSeries(const MethodInput& input, Scaling scaling, size_t lags, bool indicators = false);
  RivalSeries(const RivalSeries&) = delete;
  RivalSeries& operator=(const RivalSeries&) = delete;

  const WindowSource& source() const { return source_; }
  const Scaler& scaler() const { return scaler_; }
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
  const Scaler scaler_;
  const WindowSource source_;
};

// All windows as sequences: step by step, each with the value that follows it as its target. Windows overlap, but each
// row is kept once.
class Stretches {
 public:
  // The series must have indicators.
  explicit Stretches(const RivalSeries& series);
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
  float Observed(size_t window, size_t step, size_t variable) const;

  size_t steps_;
  std::vector<uint32_t> starts_;  // of each window, in rows_
  AlignedFloats memory_;
  Matrix rows_;                  // (rows, n): those of a window lie side by side, and what follows it is one of them
  std::vector<char> observed_;   // (rows, n)
  std::vector<char> last_ones_;  // (windows, n): whether what follows a window's last step counts
  std::vector<double> counts_;   // (n): observed targets
};

// Column `variable` of the targets, and the weights that make a sum over all of them a mean, for (count, 1) nodes of
// the windows from `first` on.
void FillTarget(const WindowSource::Buffer& buffer, size_t variables, size_t variable, size_t first, Matrix target,
                Matrix weight);

// (n, n) [target][source]: edges that the user rules out; empty when nothing is said of any.
std::vector<char> ForbiddenEdges(const MethodInput& input);

// What to say of missing cells; empty when there are none.
std::vector<std::string> MissingWarnings(const Dataset& data);

}  // namespace mask2cause
