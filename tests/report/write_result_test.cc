#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "mask2cause/error.h"
#include "mask2cause/report.h"

namespace mask2cause {
namespace {

namespace fs = std::filesystem;

Result SmallResult() {
  Result result;
  result.scores.names = {"a", "b"};
  result.scores.values = {0, 0.25, 1.0 / 3.0, 0};
  result.edges = {{.source = 0, .target = 1, .score = 1.0 / 3.0, .p = 0.01, .q = 0.02, .lag = 1, .sign = 1},
                  {.source = 1, .target = 0, .score = 0.25, .p = 0.5, .q = 0.5, .lag = 2, .sign = -1}};
  return result;
}

class WriteResultTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST_F(WriteResultTest, ScoresReadBackToTheSameBitsFromEveryFile) {
  const std::string output = folder_ / "made" / "deep";
  EXPECT_EQ(WriteResult(SmallResult(), output).size(), HasReportPage() ? 5u : 4u);
  for (const char* name : {"result.json", "scores.csv", "scores.npy"}) {
    EXPECT_EQ(ReadScores(output + "/" + name).values, SmallResult().scores.values) << name;
  }
  EXPECT_EQ(ReadScores(output + "/result.json").names, SmallResult().scores.names);
  EXPECT_EQ(ReadScores(output + "/scores.csv").names, SmallResult().scores.names);
}

TEST_F(WriteResultTest, NothingElseIsTouchedWhenOneFileCannotBeReplaced) {
  // A folder stands where edges.csv should go.
  const fs::path output = folder_ / "out";
  fs::create_directories(output / "edges.csv" / "x");
  EXPECT_THROW(WriteResult(SmallResult(), output), Error);
  EXPECT_TRUE(fs::exists(output / "edges.csv" / "x"));
  EXPECT_EQ(std::distance(fs::directory_iterator(output), fs::directory_iterator()), 1);
}

TEST_F(WriteResultTest, FolderUnderAFileIsRefusedBeforeTheWork) {
  std::ofstream(folder_ / "file") << "x";
  EXPECT_THROW(CheckOutputDirectory(folder_ / "file" / "out"), Error);
  EXPECT_THROW(CheckOutputDirectory(folder_ / "file"), Error);
  EXPECT_NO_THROW(CheckOutputDirectory(folder_ / "new" / "deep" / ""));
  EXPECT_FALSE(fs::exists(folder_ / "new"));
}

}  // namespace
}  // namespace mask2cause
