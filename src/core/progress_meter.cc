#include "core/progress_meter.h"

#include "mask2cause/error.h"

namespace mask2cause {

void ProgressMeter::Report(double fraction, const std::string& detail) {
  std::lock_guard lock(mutex_);
  Tell(fraction, detail);
}

void ProgressMeter::StopIfCancelled() {
  constexpr std::chrono::milliseconds kBetween(100);
  std::lock_guard lock(mutex_);
  if (cancelled_ || std::chrono::steady_clock::now() - told_ >= kBetween) Ask();
}

void ProgressMeter::PartDone(size_t total) {
  std::lock_guard lock(mutex_);
  ++parts_done_;
  Tell(static_cast<double>(parts_done_) / static_cast<double>(total), {});
}

void ProgressMeter::Tell(double fraction, const std::string& detail) {
  fraction_ = fraction;
  detail_ = detail;
  Ask();
}

void ProgressMeter::Ask() {
  if (!cancelled_ && progress_) cancelled_ = !progress_({stage_, fraction_, detail_});
  told_ = std::chrono::steady_clock::now();
  if (cancelled_) throw Error(ErrorKind::kInterrupted, stage_ + " was cancelled");
}

}  // namespace mask2cause
