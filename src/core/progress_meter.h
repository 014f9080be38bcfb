// Progress from many threads to a callback that knows of none.
#pragma once

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

  // One of `total` equal parts is done. Parts may finish in any order; the fraction only grows.
  void PartDone(size_t total);

 private:
  void Tell(double fraction, const std::string& detail);  // the lock is held

  const Progress& progress_;
  const std::string stage_;
  std::mutex mutex_;
  size_t parts_done_ = 0;
  bool cancelled_ = false;
};

}  // namespace mask2cause
