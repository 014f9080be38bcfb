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
  size_t windows() const { return source_.windows(); }
  size_t variables() const { return source_.variables(); }

  // A missing input is its variable's mean; a missing target does not count.
  struct Inputs {
    AlignedFloats memory;
    Matrix x;  // (windows, n L): variable by variable, oldest lag first
    WindowSource::Buffer targets;
  };
  // All windows at once.
  Inputs GatherAll() const;

 private:
  const Scaler scaler_;
  const WindowSource source_;
};

// Column `variable` of the targets and the weights that make a sum over them a mean, for (windows, 1) nodes. False when
// the variable is never observed as a target.
bool FillTarget(const WindowSource::Buffer& buffer, size_t variables, size_t variable, Matrix target, Matrix weight);

// What to say of missing cells; empty when there are none.
std::vector<std::string> MissingWarnings(const Dataset& data);

}  // namespace mask2cause
