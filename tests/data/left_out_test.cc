// Cells that are not to be forecast: what a mask file may look like, and that what it marks has no say.
#include <gtest/gtest.h>

#include <cmath>

#include "data/temp_folder.h"
#include "data/transform.h"
#include "mask2cause/dataset.h"
#include "mask2cause/discover.h"
#include "mask2cause/error.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

Dataset FourRows() {
  const float values[] = {1, 2, 3, 4, 5, 6, 7, 8};
  Dataset data = MakeDataset(values, {"a", "b"});
  data.source = "data.csv";
  return data;
}

std::string RefusalOf(const std::string& mask) {
  const TempFolder folder;
  Dataset data = FourRows();
  try {
    LeaveOut(data, folder.Write("mask.csv", mask));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_FALSE(error.hint().empty());
    return error.what();
  }
  return "accepted";
}

TEST(LeaveOut, OneColumnIsTimePoints) {
  const TempFolder folder;
  Dataset data = FourRows();
  LeaveOut(data, folder.Write("mask.csv", "skip\n0\n1\n0\n0\n"));
  EXPECT_EQ(data.left_out.count(), 2u);
  EXPECT_FALSE(data.is_target(1, 0));
  EXPECT_FALSE(data.is_target(1, 1));
  EXPECT_TRUE(data.is_target(2, 1));
  EXPECT_FALSE(data.is_missing(1, 0));
}

TEST(LeaveOut, NamedColumnsAreCells) {
  const TempFolder folder;
  Dataset data = FourRows();
  LeaveOut(data, folder.Write("mask.csv", "b,a\n1,0\n0,0\n0,0\n0,1\n"));
  EXPECT_FALSE(data.is_target(0, 1));
  EXPECT_FALSE(data.is_target(3, 0));
  EXPECT_EQ(data.left_out.count(), 2u);
  Dataset one = FourRows();
  LeaveOut(one, folder.Write("one.csv", "b\n1\n0\n0\n0\n"));
  EXPECT_EQ(one.left_out.count(), 1u);
}

TEST(LeaveOut, BadMasksAreNamed) {
  EXPECT_TRUE(Says(RefusalOf("skip\n0\n1\n"), "2 rows, but data.csv has 4"));
  EXPECT_TRUE(Says(RefusalOf("a,c,d\n0,0,1\n0,0,0\n0,0,0\n0,0,0\n"), "column 'c' is no variable of data.csv"));
  EXPECT_TRUE(Says(RefusalOf("skip\n0\n2\n0\n0\n"), "row 2, column 'skip': 2 is neither 0 nor 1"));
  EXPECT_TRUE(Says(RefusalOf("a,b\n0,\n1,0\n0,0\n0,0\n"), "row 1, column 'b': an empty cell is neither"));
  EXPECT_TRUE(Says(RefusalOf("skip\n1\n1\n1\n1\n"), "every cell is left out"));
}

TEST(LeaveOut, NamesAndPlacesAreNotMixed) {
  EXPECT_TRUE(Says(RefusalOf("b,A\n0,1\n0,0\n0,0\n0,0\n"), "column 'A' is no variable"));
  const TempFolder folder;
  Dataset data = FourRows();
  LeaveOut(data, folder.Write("mask.csv", "0,1\n0,0\n0,0\n0,0\n"));  // without names: by place
  EXPECT_FALSE(data.is_target(0, 1));
  EXPECT_EQ(data.left_out.count(), 1u);
}

TEST(LeaveOut, DoesNotSetTheScale) {
  Dataset data = CauseAndEffect(200);
  const double sd = Summarize(data)[1].sd;
  data.values[51] = 1000.0f;
  data.left_out.Set(51);
  EXPECT_NEAR(Summarize(data)[1].sd, sd, 0.05 * sd);
}

// A driver that is only ever an input keeps its place among the causes.
void ExpectItStillDrives(const std::string& method) {
  Dataset data = CauseAndEffect(300);
  for (size_t row = 0; row < data.rows; ++row) data.left_out.Set(row * 2);
  DiscoverOptions options;
  options.method = method;
  options.lags = 1;
  options.width = 16;
  const Result result = Discover(data, options);
  EXPECT_EQ(result.edges.front().target, 1u) << method;
  EXPECT_TRUE(result.edges.front().found) << method;
  EXPECT_FALSE(result.edges.back().found) << method;
  EXPECT_TRUE(std::isnan(result.edges.back().p)) << method;
}

TEST(LeaveOut, AColumnThatIsNeverForecastStillDrives) {
  ExpectItStillDrives("m2c");
  ExpectItStillDrives("var");
  ExpectItStillDrives("var-arch");
}

TEST(LeaveOut, IsPartOfTheFingerprintAndSurvivesTransforms) {
  const TempFolder folder;
  Dataset data = FourRows();
  const std::string before = Fingerprint(data);
  LeaveOut(data, folder.Write("mask.csv", "skip\n0\n1\n0\n0\n"));
  EXPECT_NE(Fingerprint(data), before);
  EXPECT_FALSE(Detrended(data).is_target(1, 0));
  const Dataset changes = Differenced(data);  // row 0 is row 1 - row 0, row 1 is row 2 - row 1
  EXPECT_FALSE(changes.is_target(0, 0));
  EXPECT_FALSE(changes.is_target(1, 1));
  EXPECT_TRUE(changes.is_target(2, 1));
}

// Some rows are left out as targets; the last of them is wild, and as an input it matters to one row only.
void ExpectWildTargetsChangeNothing(const std::string& method) {
  Dataset tame = CauseAndEffect(240), wild = CauseAndEffect(240);
  for (size_t row = 100; row < 140; ++row) {
    for (Dataset* data : {&tame, &wild}) data->left_out.Set(row * 2 + 1);
  }
  wild.values[139 * 2 + 1] += 0.5f;
  DiscoverOptions options = QuickOptions();
  options.method = method;
  options.lags = 1;
  const double left_out = Discover(tame, options).scores.at(1, 0);
  tame.left_out = {};
  EXPECT_NE(Discover(tame, options).scores.at(1, 0), left_out) << method;
  EXPECT_NEAR(Discover(wild, options).scores.at(1, 0), left_out, 0.05) << method;
}

TEST(LeaveOut, WildTargetsChangeNothing) {
  ExpectWildTargetsChangeNothing("m2c");
  ExpectWildTargetsChangeNothing("var");
  ExpectWildTargetsChangeNothing("var-arch");
  ExpectWildTargetsChangeNothing("sqcorr");
}

}  // namespace
}  // namespace mask2cause
