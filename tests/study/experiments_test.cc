// Every experiment, looked at without running it; and one that is run.
#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <set>

#include "data/temp_folder.h"
#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "mask2cause/report.h"
#include "study/experiment.h"
#include "study/other_methods.h"
#include "study/summary.h"

namespace mask2cause {

void PrintTo(const Experiment& experiment, std::ostream* out) {
  *out << experiment.name;
}

namespace {

class EveryExperiment : public ::testing::TestWithParam<Experiment> {};

TEST_P(EveryExperiment, HasNoTwoEqualRuns) {
  std::set<std::string> keys;
  for (const StudyRun& run : GetParam().plan({}).runs) EXPECT_TRUE(keys.insert(RunKey(run)).second) << RunKey(run);
  EXPECT_FALSE(keys.empty());
}

TEST_P(EveryExperiment, ShowsEveryRowAndFillsEveryColumn) {
  const Plan plan = GetParam().plan({});
  std::set<std::string> rows, series, shown;
  for (const StudyRun& run : plan.runs) {
    rows.insert(run.row);
    series.insert(run.series);
  }
  for (const TablePlan& table : plan.tables) {
    shown.insert(table.rows.begin(), table.rows.end());
    const std::set<std::string> quoted(table.quoted.begin(), table.quoted.end());
    for (const std::string& row : quoted) shown.erase(row);
    for (const std::string& row : table.rows) EXPECT_NE(rows.contains(row), quoted.contains(row)) << row;
    for (const TableColumn& column : table.columns) {
      EXPECT_TRUE(column.series.empty() || series.contains(column.series)) << column.title;
      for (const auto& [row, text] : column.texts) {
        EXPECT_TRUE(rows.contains(row) || quoted.contains(row)) << "the paper's figure for " << row;
      }
    }
  }
  EXPECT_EQ(shown, rows);
}

// Where a study grades graphs, other methods can stand beside its own; where it is about the network, it says so.
TEST_P(EveryExperiment, TakesOtherMethodsOrSaysWhyNot) {
  const std::set<std::string> none = {"ablation",   "multi-hop", "depth",         "sensitivity",
                                      "complexity", "rivals",    "pruning-rivals"};
  StudyOptions options;
  options.name = GetParam().name;
  options.methods = {"cmlp", "cuts+"};
  Plan plan = GetParam().plan(options);
  const size_t before = plan.runs.size(), tables = plan.tables.size();
  if (none.contains(options.name)) {
    EXPECT_THROW(AddOtherMethods(options, plan), Error);
    return;
  }
  AddOtherMethods(options, plan);
  ASSERT_GT(plan.runs.size(), before);
  ASSERT_GT(plan.tables.size(), tables);
  std::set<std::string> keys, rows;
  std::set<std::pair<std::string, std::string>> own, asked;  // row and data
  for (size_t r = 0; r < plan.runs.size(); ++r) {
    const StudyRun& run = plan.runs[r];
    EXPECT_TRUE(keys.insert(RunKey(run)).second) << RunKey(run);
    rows.insert(run.row);
    (r < before ? own : asked).insert({run.row, run.data.name});
    EXPECT_TRUE(r < before || run.options.method == run.series);
    EXPECT_TRUE(run.series != "cmlp" || run.options.lags == 5) << "settings of the rivals";
  }
  EXPECT_EQ(own, asked);
  EXPECT_EQ(plan.runs.size(), before + 2 * asked.size()) << "each data set once";
  for (size_t t = tables; t < plan.tables.size(); ++t) {
    EXPECT_EQ(plan.tables[t].columns.size(), 2u);
    EXPECT_EQ(std::set(plan.tables[t].rows.begin(), plan.tables[t].rows.end()), rows);
  }
}

TEST(OtherMethods, AreNotRunAgainWhereTheStudyHasThem) {
  StudyOptions options;
  options.name = "feature-selection";
  options.methods = {"mi"};
  Plan plan = FindExperiment(options.name).plan(options);
  const size_t before = plan.runs.size();
  AddOtherMethods(options, plan);
  EXPECT_EQ(plan.runs.size(), before);
  EXPECT_EQ(plan.tables.back().columns.front().series, "mi");
}

TEST_P(EveryExperiment, HasSettingsThatAreAllowed) {
  for (const StudyRun& run : GetParam().plan({}).runs) {
    EXPECT_NO_THROW(CheckOptions(run.options)) << RunKey(run);
    EXPECT_GE(ExpectedSeconds(run), 0.0);
  }
}

TEST_P(EveryExperiment, HasNoMoreRunsThanTheSeedsAskFor) {
  StudyOptions one, two;
  one.seeds = 1;
  two.seeds = 2;
  EXPECT_LE(GetParam().plan(one).runs.size(), GetParam().plan(two).runs.size());
}

INSTANTIATE_TEST_SUITE_P(Studies, EveryExperiment, ::testing::ValuesIn(Experiments()), [](const auto& test) {
  std::string name = test.param.name;
  std::erase(name, '-');
  return name;
});

// What is published was made by the experiment as it is now: the same tables with the same columns.
TEST(Studies, ArePublishedWithTheirTables) {
  size_t published = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(MASK2CAUSE_FIXTURES) + "/../../docs/results")) {
    const Summary summary = ReadSummary((entry.path() / "summary.json").string());
    const std::vector<TablePlan> tables = FindExperiment(entry.path().filename().string()).plan({}).tables;
    ++published;
    ASSERT_EQ(summary.tables.size(), tables.size()) << summary.study;
    for (size_t t = 0; t < tables.size(); ++t) {
      EXPECT_EQ(summary.tables[t].title, tables[t].title);
      std::vector<std::string> titles = {tables[t].row_title};
      for (const TableColumn& column : tables[t].columns) titles.push_back(column.title);
      EXPECT_EQ(summary.tables[t].columns, titles) << summary.study;
    }
  }
  EXPECT_GE(published, 12u);
}

TEST(Studies, AreListedWithAnEstimate) {
  const std::vector<StudyInfo> studies = Studies();
  EXPECT_EQ(studies.size(), 18u);
  for (const StudyInfo& study : studies) EXPECT_GT(study.seconds, 0.0) << study.name;
}

TEST(Studies, AnUnknownNameIsAnErrorThatListsThem) {
  StudyOptions options;
  options.name = "lorentz";
  ExpectError(ErrorOf([&] { RunStudy(options); }), ErrorKind::kUsage, {"lorentz", "lorenz-var", "complexity"});
}

TEST(Studies, WithoutDataTheySayWhichFilesFromWhere) {
  StudyOptions options;
  options.name = "dream3";
  options.data_directory = "/nowhere";
  const TempFolder folder;
  options.output_directory = folder.path() + "/out";
  ExpectError(ErrorOf([&] { RunStudy(options); }), ErrorKind::kData, {"dream3/Size100Ecoli1.npz", "convert_dream3.py"});
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/out"));
}

TEST(DataSource, GradesTheFirstVariablesAndCutsTrajectories) {
  const TempFolder folder;
  const Simulation simulation = Simulate({.system = System::kVar, .variables = 3, .steps = 42});
  WriteSimulation(simulation, folder.path() + "/data.npz");
  folder.Write("graph.csv", "1,0\n1,1\n");
  DataSource source;
  source.file = "data.npz";
  source.truth_file = "graph.csv";
  source.graded = 2;
  source.trajectory_rows = 21;
  const StudyData loaded = LoadData(source, folder.path());
  EXPECT_EQ(loaded.data.trajectories.size(), 2u);
  EXPECT_EQ(loaded.truth, (std::vector<double>{1, 0, 1, 1}));
  source.trajectory_rows = 20;
  ExpectError(ErrorOf([&] { LoadData(source, folder.path()); }), ErrorKind::kData, {"42 rows"});
  source.trajectory_rows = 0;
  source.graded = 3;
  ExpectError(ErrorOf([&] { LoadData(source, folder.path()); }), ErrorKind::kData, {"2 x 2"});
}

TEST(DiscoverAndGrade, KnowsKindsAndKeepsScoresWhenAsked) {
  StudyRun run;
  run.data = Simulated({.system = System::kMixed, .variables = 5, .steps = 800, .seed = 3});
  run.options.method = "var-arch";
  run.options.threads = 1;
  run.keep_scores = true;
  const RunOutcome outcome = DiscoverAndGrade(run, {});
  EXPECT_GT(outcome.measures.at("auroc"), 0.7);
  EXPECT_GT(outcome.measures.at("mean_score_edges"), outcome.measures.at("mean_score_others"));
  EXPECT_GT(outcome.measures.at("kind_accuracy"), 0.5);
  EXPECT_EQ(outcome.scores.size(), 25u);
  EXPECT_EQ(outcome.truth.size(), 25u);
}

}  // namespace
}  // namespace mask2cause
