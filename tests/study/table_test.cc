// From outcomes to tables and pages.
#include "study/table.h"

#include <gtest/gtest.h>

#include <cmath>

#include "data/temp_folder.h"
#include "study/summary.h"

namespace mask2cause {
namespace {

void Add(Results& results, const std::string& row, const std::string& series, double auroc) {
  StudyRun run;
  run.row = row;
  run.series = series;
  RunOutcome outcome;
  outcome.measures["auroc"] = auroc;
  results.Add(run, outcome);
}

Results SomeResults() {
  Results results;
  for (const double auroc : {0.9, 1.0, 0.8}) Add(results, "VAR", "MSE", auroc);
  Add(results, "VAR", "default", 0.75);
  return results;
}

TEST(Summarise, IsMeanAndSampleSd) {
  const Statistic s = Summarise({1.0, 2.0, 4.0});
  EXPECT_DOUBLE_EQ(s.mean, 7.0 / 3.0);
  EXPECT_NEAR(s.sd, std::sqrt(7.0 / 3.0), 1e-12);
  EXPECT_TRUE(std::isnan(Summarise({1.0}).sd));
  EXPECT_TRUE(std::isnan(Summarise({}).mean));
}

TEST(MeanAndSpread, CountsThatNeverVaryHaveNoSpread) {
  EXPECT_EQ(MeanAndSpread(Summarise({0.5, 0.5}), 3), "0.500 ± 0.000");
  EXPECT_EQ(MeanAndSpread(Summarise({52010.0, 52010.0}), 0), "52010");
  EXPECT_EQ(MeanAndSpread(Summarise({2.0, 4.0}), 0), "3 ± 1");
}

TEST(TextTable, ShowsWhatRanAndLeavesOutWhatDidNot) {
  const TablePlan plan{"Title",
                       "system",
                       {"VAR", "never run"},
                       {PaperColumn("paper", {{"VAR", "1.00"}, {"never run", "0.5"}}),
                        {"ours", "MSE", "auroc", 2, {}},
                        {"default", "default", "auroc", 3, {}}}};
  const TextTable table = Fill(plan, SomeResults());
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"VAR", "1.00", "0.90 ± 0.10", "0.750"}));
  EXPECT_EQ(ToMarkdown(table),
            "**Title**\n\n"
            "| system | paper | ours        | default |\n"
            "|--------|-------|-------------|---------|\n"
            "| VAR    | 1.00  | 0.90 ± 0.10 | 0.750   |\n");
}

TEST(FiguresCsv, HasEveryFigure) {
  EXPECT_EQ(FiguresCsv(SomeResults(), ','),
            "row,series,measure,mean,sd,runs\n"
            "VAR,MSE,auroc,0.9,0.09999999999999998,3\n"
            "VAR,default,auroc,0.75,,1\n");
}

Summary SomeSummary() {
  Summary s;
  s.study = "lorenz-var";
  s.about = "about";
  s.paper = "table 1";
  s.date = "2026-01-02";
  s.commit = "abc";
  s.version = "1";
  s.machine = "machine";
  s.runs = 3;
  s.core_seconds = 12.5;
  s.tables = {{"T", {"row", "x"}, {{"VAR", "0.5"}}}};
  s.seconds = {"Seconds", {"", "MSE"}, {{"VAR", "1"}}};
  s.findings = {"It holds."};
  s.pictures = {"graph.svg"};
  s.missing = {"a file"};
  return s;
}

TEST(Summary, IsReadAgain) {
  const TempFolder folder;
  const Summary again = ReadSummary(folder.Write("summary.json", ToJson(SomeSummary())));
  EXPECT_EQ(ToJson(again), ToJson(SomeSummary()));
}

TEST(Summary, WhatIsNoneIsRefused) {
  const TempFolder folder;
  ExpectError(ErrorOf([&] { ReadSummary(folder.Write("summary.json", "{\"study\": 3}")); }), ErrorKind::kData,
              {"summary.json"});
  ExpectError(ErrorOf([&] { ReadSummary(folder.path() + "/none.json"); }), ErrorKind::kFile, {"none.json"});
}

TEST(ResultsPage, HasTableFindingsPictureTimesAndProvenance) {
  const TempFolder folder;
  folder.Write("lorenz-var/summary.json", ToJson(SomeSummary()));
  const std::string page = ResultsPage(folder.path());
  for (const char* piece : {"## lorenz-var", "| VAR | 0.5 |", "- It holds.", "(results/lorenz-var/graph.svg)",
                            "**Seconds**", "2026-01-02", "commit abc", "machine", "a file"}) {
    EXPECT_NE(page.find(piece), std::string::npos) << piece << " is not in\n" << page;
  }
  ExpectError(ErrorOf([&] { ResultsPage(folder.path() + "/lorenz-var"); }), ErrorKind::kData, {"summary.json"});
}

}  // namespace
}  // namespace mask2cause
