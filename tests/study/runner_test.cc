// Runs side by side: known ones are not repeated, a failure does not stop the others, cancelling keeps what is done.
#include "study/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

std::atomic<size_t> executed{0};
std::mutex order_mutex;
std::vector<uint64_t> order;

RunOutcome Fake(const StudyRun& run, const RunContext& context) {
  ++executed;
  {
    const std::lock_guard lock(order_mutex);
    order.push_back(run.options.seed);
  }
  if (run.variant == "fails") throw Error(ErrorKind::kNumerical, "no luck", "");
  context.progress({"", 0.5, ""});
  RunOutcome outcome;
  outcome.measures["seed"] = static_cast<double>(run.options.seed);
  return outcome;
}

std::vector<StudyRun> FakeRuns(size_t count) {
  executed = 0;
  order.clear();
  std::vector<StudyRun> runs(count);
  for (size_t r = 0; r < count; ++r) {
    runs[r].row = "row";
    runs[r].series = "series";
    runs[r].options.seed = r + 1;
    runs[r].options.epochs = r + 1;  // the later, the longer
    runs[r].function = Fake;
  }
  return runs;
}

TEST(Runner, RunsWhatTheLogDoesNotKnow) {
  const TempFolder folder;
  RunLog log(folder.path() + "/runs.jsonl");
  const std::vector<StudyRun> runs = FakeRuns(6);
  log.Add(runs[2], {});
  EXPECT_TRUE(ExecuteRuns(runs, log, {}, 2, {}).empty());
  EXPECT_EQ(executed, 5u);
  for (const StudyRun& run : runs) EXPECT_NE(log.Find(run), nullptr);
  EXPECT_TRUE(ExecuteRuns(runs, log, {}, 2, {}).empty());
  EXPECT_EQ(executed, 5u);
}

TEST(Runner, TheLongestComeFirst) {
  const TempFolder folder;
  RunLog log(folder.path() + "/runs.jsonl");
  ExecuteRuns(FakeRuns(4), log, {}, 1, {});
  EXPECT_EQ(order, (std::vector<uint64_t>{4, 3, 2, 1}));
}

TEST(Runner, AFailureIsToldAndTheOthersGoOn) {
  const TempFolder folder;
  RunLog log(folder.path() + "/runs.jsonl");
  std::vector<StudyRun> runs = FakeRuns(4);
  runs[1].variant = "fails";
  const std::vector<std::string> failures = ExecuteRuns(runs, log, {}, 2, {});
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_NE(failures[0].find("no luck"), std::string::npos);
  EXPECT_NE(failures[0].find("seed 2"), std::string::npos);
  EXPECT_EQ(log.Find(runs[1]), nullptr) << "it is tried again next time";
  EXPECT_NE(log.Find(runs[3]), nullptr);
}

TEST(Runner, CancellingKeepsWhatIsDone) {
  const TempFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  const std::vector<StudyRun> runs = FakeRuns(5);
  {
    RunLog log(path);
    const Progress stop_after_two = [](const ProgressEvent&) { return executed < 3; };
    ExpectError(ErrorOf([&] { ExecuteRuns(runs, log, {}, 1, stop_after_two); }), ErrorKind::kInterrupted, {});
  }
  RunLog log(path);
  EXPECT_NE(log.Find(runs[4]), nullptr);
  EXPECT_NE(log.Find(runs[3]), nullptr);
  EXPECT_EQ(log.Find(runs[0]), nullptr);
}

}  // namespace
}  // namespace mask2cause
