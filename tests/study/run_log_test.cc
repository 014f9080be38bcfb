// runs.jsonl: what is written is read again, and a crash costs no more than the line it cut.
#include "study/run_log.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

StudyRun MakeRun(uint64_t seed) {
  StudyRun run;
  run.row = "row \"1\"";
  run.series = "MSE";
  run.data.name = "data";
  run.options.seed = seed;
  return run;
}

RunOutcome MakeOutcome(double auroc) {
  RunOutcome outcome;
  outcome.measures = {{"auroc", auroc}, {"shd", 3.0}};
  outcome.seconds = 0.25;
  return outcome;
}

std::string Content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(RunLog, IsReadAgainToTheLastBit) {
  const TempFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  RunOutcome outcome = MakeOutcome(1.0 / 3.0);
  outcome.scores = {0.1, 0.2, 0.3, 0.4};
  outcome.truth = {1, 0, 0, 1};
  RunLog(path).Add(MakeRun(1), outcome);
  const RunLog again(path);
  const RunOutcome* found = again.Find(MakeRun(1));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->measures, outcome.measures);
  EXPECT_EQ(found->scores, outcome.scores);
  EXPECT_EQ(found->truth, outcome.truth);
  EXPECT_EQ(found->seconds, 0.25);
  EXPECT_EQ(again.Find(MakeRun(2)), nullptr);
}

TEST(RunLog, ALineCutByACrashIsTakenAwayAndTheRestStays) {
  const TempFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  {
    RunLog log(path);
    log.Add(MakeRun(1), MakeOutcome(0.5));
    log.Add(MakeRun(2), MakeOutcome(0.6));
  }
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 7);
  {
    RunLog log(path);
    EXPECT_NE(log.Find(MakeRun(1)), nullptr);
    EXPECT_EQ(log.Find(MakeRun(2)), nullptr);
    log.Add(MakeRun(2), MakeOutcome(0.6));
  }
  const RunLog log(path);
  EXPECT_NE(log.Find(MakeRun(2)), nullptr);
  const std::string text = Content(path);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
}

TEST(RunLog, IsForOneProcessAtATime) {
  const TempFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  {
    const RunLog first(path);
    ExpectError(ErrorOf([&] { RunLog second(path); }), ErrorKind::kFile, {"another process is writing", "runs.jsonl"});
  }
  EXPECT_NO_THROW(RunLog third(path));
}

TEST(RunLog, AnyOtherBrokenLineIsAnErrorWithItsNumber) {
  const TempFolder folder;
  const std::string path = folder.path() + "/runs.jsonl";
  RunLog(path).Add(MakeRun(1), MakeOutcome(0.5));
  folder.Write("runs.jsonl", Content(path) + "not json\n");
  ExpectError(ErrorOf([&] { RunLog log(path); }), ErrorKind::kData, {"runs.jsonl:2"});
}

TEST(RunKey, TellsApartWhatGivesAnotherOutcome) {
  const std::string key = RunKey(MakeRun(1));
  StudyRun other = MakeRun(1);
  other.options.lambda = 0.3;
  EXPECT_NE(RunKey(other), key);
  other = MakeRun(1);
  other.data.graded = 3;
  EXPECT_NE(RunKey(other), key);
  other = MakeRun(1);
  other.variant = "cut";
  EXPECT_NE(RunKey(other), key);
  other = MakeRun(1);
  other.options.threads = 7;
  EXPECT_EQ(RunKey(other), key) << "threads do not change a result";
}

}  // namespace
}  // namespace mask2cause
