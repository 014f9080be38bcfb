// Progress from many threads to a callback that knows of none.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>

#include "mask2cause/progress.h"

namespace mask2cause {

class ProgressMeter {
 public:
  // `progress` must outlive the meter.
  ProgressMeter(const Progress& progress, std::string stage) : progress_(progress), stage_(std::move(stage)) {}

  // Throws Error{kInterrupted} once the callback has returned false, in whichever thread asks.
  void Report(double fraction, const std::string& detail = {});

  // For long work between two reports: says again what was reported last, but no more than ten times a second. Throws
  // as Report does.
  void StopIfCancelled();

  // One of `total` equal parts is done. Parts may finish in any order; the fraction only grows.
  void PartDone(size_t total);

 private:
  // The lock is held.
  void Tell(double fraction, const std::string& detail);
  void Ask();

  const Progress& progress_;
  const std::string stage_;
  std::mutex mutex_;
  double fraction_ = 0.0;                                                          // reported last, with
  std::string detail_;                                                             // this, and
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();  // then
  size_t parts_done_ = 0;
  bool cancelled_ = false;
};

}  // namespace mask2cause
