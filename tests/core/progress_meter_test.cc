#include "core/progress_meter.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

TEST(ProgressMeter, BetweenReportsItAsksNowAndThenAndSaysWhatWasSaidLast) {
  std::vector<ProgressEvent> events;
  const Progress progress = [&](const ProgressEvent& event) {
    events.push_back(event);
    return true;
  };
  ProgressMeter meter(progress, "fitting");
  meter.Report(0.25, "step 3");
  for (int i = 0; i < 1000; ++i) meter.StopIfCancelled();
  EXPECT_LT(events.size(), 10u) << "a callback may be slow";
  std::this_thread::sleep_for(std::chrono::milliseconds(110));
  const size_t before = events.size();
  meter.StopIfCancelled();
  ASSERT_EQ(events.size(), before + 1);
  EXPECT_EQ(events.back().fraction, 0.25);
  EXPECT_EQ(events.back().detail, "step 3");
}

TEST(ProgressMeter, OnceCancelledItThrowsWithoutAskingAgain) {
  size_t asked = 0;
  const Progress progress = [&](const ProgressEvent&) { return ++asked == 0; };
  ProgressMeter meter(progress, "fitting");
  EXPECT_THROW(meter.Report(0.5), Error);
  EXPECT_THROW(meter.StopIfCancelled(), Error);
  EXPECT_EQ(asked, 1u);
}

}  // namespace
}  // namespace mask2cause
