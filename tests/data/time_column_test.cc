#include "data/time_column.h"

#include <gtest/gtest.h>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

TEST(IsoDate, Seconds) {
  EXPECT_EQ(ParseIsoDate("1970-01-01"), 0.0);
  EXPECT_EQ(ParseIsoDate("2024-02-29"), 1709164800.0);
  EXPECT_EQ(ParseIsoDate("2024/02/29 12:30"), 1709209800.0);
  EXPECT_EQ(ParseIsoDate("2024-02-29T12:30:15.25Z"), 1709209815.25);
  EXPECT_EQ(ParseIsoDate("2024-02-29T12:30:00+02:00"), 1709209800.0 - 7200.0);
  EXPECT_EQ(ParseIsoDate("2024-02-29T12:30:00-0530"), 1709209800.0 + 19800.0);
  EXPECT_EQ(ParseIsoDate("1970-02"), 31 * 86400.0);
  for (const char* text : {"2023-02-29", "2024-13-01", "2024-1-1", "24-01-01", "2024-01-01x", "2024-01-01 25:00",
                           "20240101", "2024-01-01T", "2024-01-01 12:00:00.", "2024-01-01 12:00 CET", "1999"}) {
    EXPECT_FALSE(ParseIsoDate(text)) << text;
  }
}

TEST(TimeColumn, DatesInTheFirstColumn) {
  const Dataset data = ReadText("when,x\n2024-01-01,5\n2024-01-02,6\n2024-01-03,9\n");
  EXPECT_EQ(data.time.kind, TimeKind::kIsoDate);
  EXPECT_EQ(data.time.name, "when");
  EXPECT_EQ(data.time.typical_step, 86400.0);
  EXPECT_EQ(data.time.uneven_steps, 0U);
  EXPECT_EQ(data.time.first, "2024-01-01");
  EXPECT_EQ(data.time.last, "2024-01-03");
  EXPECT_EQ(data.names, Names{"x"});
  EXPECT_TRUE(data.warnings.empty());
  const Dataset headless = ReadText("2024-01-01,5\n2024-01-02,6\n");
  EXPECT_EQ(headless.rows, 2U) << "a date is not a header";
  EXPECT_EQ(headless.time.name, "x1");
  EXPECT_EQ(headless.names, Names{"x2"});
}

TEST(TimeColumn, EpochSecondsAndCounters) {
  EXPECT_EQ(ReadText("a,x\n1700000000,5\n1700000060,6\n1700000120,9\n").time.kind, TimeKind::kEpochSeconds);
  EXPECT_EQ(ReadText("0,5\n1,6\n2,9\n").time.kind, TimeKind::kCounter);
  EXPECT_EQ(ReadText("x,index\n5,10\n6,20\n9,30\n").time.typical_step, 10.0);
  EXPECT_EQ(ReadText(",x\n0,5\n1,6\n2,9\n").time.name, "index") << "what a data frame writes";
  EXPECT_EQ(ReadText(",0,1\n0,5,5\n1,6,5\n2,9,8\n").names, (Names{"0", "1"}));
  EXPECT_NEAR(ReadText("time,x\n0,5\n0.05,6\n0.1,9\n0.15,3\n").time.typical_step, 0.05, 1e-12);
}

TEST(TimeColumn, OrdinaryVariablesAreNotEaten) {
  // Whole numbers, a ramp that breaks, a ramp of another step, decreasing, repeated, missing, and too short to tell.
  for (const std::string column :
       {"3 1 4 1", "0 1 2 2", "0 1 2 4", "0 2 4 6", "3 2 1 0", "0.5 1.5 2.5 3.5", "0 1 NA 3", "0 1"}) {
    std::string text = "level,x\n";
    size_t rows = 0;
    for (size_t at = 0; at < column.size(); ++rows) {
      const size_t end = std::min(column.find(' ', at), column.size());
      text += column.substr(at, end - at) + ",7.5\n";
      at = end + 1;
    }
    const Dataset data = ReadText(text);
    EXPECT_EQ(data.names, (Names{"level", "x"})) << column;
    EXPECT_EQ(data.time.kind, TimeKind::kNone) << column;
    ASSERT_EQ(data.rows, rows) << column;
    EXPECT_EQ(data.at(rows - 1, 0), std::stof(column.substr(column.rfind(' ') + 1))) << column;
    EXPECT_EQ(data.at(rows - 1, 1), 7.5F) << column;
  }
  EXPECT_EQ(ReadText("x,count\n5,1\n7,2\n6,3\n").names, (Names{"x", "count"}))
      << "a counter that is neither first nor named";
}

TEST(TimeColumn, LateBreakKeepsValuesAndMask) {
  std::string text = "a,b,c\n";
  for (int r = 0; r < 1000; ++r) text += std::to_string(r) + (r % 3 == 0 ? ",," : ",1,") + std::to_string(2 * r) + "\n";
  const Dataset data = ReadText(text + "5,5,5\n");
  ASSERT_EQ(data.names, (Names{"a", "b", "c"}));
  for (size_t r = 0; r < 1000; ++r) {
    ASSERT_EQ(data.at(r, 0), static_cast<float>(r));
    ASSERT_EQ(data.is_missing(r, 1), r % 3 == 0);
    ASSERT_FALSE(data.is_missing(r, 0) || data.is_missing(r, 2));
    ASSERT_EQ(data.at(r, 2), static_cast<float>(2 * r));
  }
  EXPECT_EQ(data.at(1000, 0), 5);
}

TEST(TimeColumn, UnevenSamplingWarns) {
  const Dataset data = ReadText("date,x\n2024-01-01,5\n2024-01-02,6\n2024-01-03,9\n2024-01-07,9\n");
  EXPECT_EQ(data.time.uneven_steps, 1U);
  ASSERT_EQ(data.warnings.size(), 1U);
  EXPECT_NE(data.warnings[0].find("uneven sampling: 1 of 3"), std::string::npos) << data.warnings[0];
  const Dataset back = ReadText("date,x\n2024-01-02,5\n2024-01-01,6\n2024-01-03,9\n2024-01-04,9\n");
  EXPECT_NE(back.warnings[0].find("does not increase in 1 of 3"), std::string::npos) << back.warnings[0];
}

TEST(TimeColumn, UserDecides) {
  ReadOptions options;
  options.time_column = "when";
  const std::string text = "x,when,y\n1,2024-01-01,3\n7,2024-01-02,4\n";
  EXPECT_EQ(ReadText(text, options).names, (Names{"x", "y"}));
  EXPECT_EQ(ReadText(text, options).time.kind, TimeKind::kIsoDate);
  options.time_column = "2";
  EXPECT_EQ(ReadText(text, options).time.name, "when");
  options.time_column = "none";
  EXPECT_EQ(ReadText("0,5\n1,6\n2,9\n", options).names, (Names{"x1", "x2"}));
  options = {};
  options.columns = {"index", "x"};
  EXPECT_EQ(ReadText("index,x,y\n0,5,1\n1,6,1\n2,9,1\n", options).names, (Names{"index", "x"}));
  options.columns = {"x"};
  EXPECT_EQ(ReadText("date,x,y\n2024-01-01,5,1\n2024-01-02,6,1\n", options).time.name, "date");
  EXPECT_EQ(ReadText("date,x,y\nmonday,5,1\ntuesday,6,1\n", options).names, Names{"x"});
  options.drop = {"date"};
  EXPECT_EQ(ReadText("date,x,y\n2024-01-01,5,1\n2024-01-02,6,1\n", options).time.kind, TimeKind::kNone);
}

TEST(TimeColumn, AnIndexBesideADateIsNoVariable) {
  const Dataset data = ReadText(",date,x\n0,2024-01-01,5\n1,2024-01-02,6\n2,2024-01-03,4\n");
  EXPECT_EQ(data.names, Names{"x"});
  EXPECT_EQ(data.time.name, "date");
  EXPECT_EQ(data.dropped, Names{"index"});
  ASSERT_EQ(data.warnings.size(), 1U);
  EXPECT_NE(data.warnings[0].find("'index'"), std::string::npos);
}

}  // namespace
}  // namespace mask2cause
