#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "mask2cause/discover.h"
#include "mask2cause/options.h"
#include "study/cost.h"
#include "study/experiment.h"
#include "study/published_rivals.h"
#include "study/rival_conclusions.h"
#include "study/rival_settings.h"
#include "study/table.h"

namespace mask2cause {
namespace {

TEST(RivalsStudy, RunsEveryMethodOnEveryBenchmark) {
  const Plan plan = FindExperiment("rivals").plan({});
  std::set<std::pair<std::string, std::string>> cells;
  std::set<std::string> benchmarks;
  for (const StudyRun& run : plan.runs) {
    cells.insert({run.row, run.series});
    benchmarks.insert(run.series);
    EXPECT_EQ(run.options.method, run.row);
  }
  EXPECT_EQ(benchmarks.size(), 6u + 3 + 5 + 3 + 6 + 2);
  EXPECT_EQ(cells.size(), benchmarks.size() * Methods().size());
  for (const auto* published : {&PublishedAuroc(), &PublishedAuprc()}) {
    for (const auto& [benchmark, figures] : *published) EXPECT_TRUE(benchmarks.contains(benchmark)) << benchmark;
  }
}

// Chance has no part in a regression, and a single run of an hour must do.
TEST(RivalsStudy, ShowsASpreadOnASingleDataSetWhereItCan) {
  std::map<std::pair<std::string, std::string>, std::set<uint64_t>> seeds;
  for (const StudyRun& run : FindExperiment("rivals").plan({}).runs) {
    seeds[{run.row, run.series}].insert(run.options.seed);
  }
  for (const char* method : {"m2c", "cuts+", "tcdf", "sru", "esru"}) {
    EXPECT_EQ(seeds.at({method, "traffic"}).size(), 3u) << method;
    EXPECT_EQ(seeds.at({method, "Ecoli1"}).size(), 3u) << method;
  }
  for (const char* method : {"var", "mi", "clstm"}) EXPECT_EQ(seeds.at({method, "traffic"}).size(), 1u) << method;
  EXPECT_EQ(seeds.at({"cuts+", "VAR T500"}).size(), 5u) << "one for each data set";
}

TEST(RivalsStudy, QuotesThePaperWhereNothingIsBuilt) {
  const Plan plan = FindExperiment("rivals").plan({});
  StudyRun run;
  run.row = "var";
  run.series = "traffic";
  Results results;
  results.Add(run, {{{"auroc", 0.5}, {"auroc_diagonal", 0.75}}, 1.0, "", {}, {}});
  const auto table = std::find_if(plan.tables.begin(), plan.tables.end(), [](const TablePlan& candidate) {
    return candidate.title == "CausalTime (table 2): AUROC";
  });
  ASSERT_NE(table, plan.tables.end());
  const TextTable filled = Fill(*table, results);
  const auto row_of = [&](const std::string& name) {
    for (const auto& row : filled.rows) {
      if (row[0] == name) return row;
    }
    return std::vector<std::string>{};
  };
  EXPECT_EQ(filled.columns[1], "traffic: paper");
  EXPECT_EQ(filled.columns[2], "traffic");
  EXPECT_EQ(filled.columns[3], "traffic with diagonal");
  ASSERT_FALSE(row_of("LCCM").empty());
  EXPECT_EQ(row_of("LCCM")[1], "0.55 ± 0.03");
  EXPECT_EQ(row_of("LCCM")[2], "");
  ASSERT_FALSE(row_of("var").empty());
  EXPECT_EQ(row_of("var")[2], "0.500");
  EXPECT_EQ(row_of("var")[3], "0.750");
  EXPECT_TRUE(row_of("xcorr").empty());  // built, not run, and not in the paper
}

TEST(RivalConclusions, NameAllThatTieAndOursBesideThem) {
  const TextTable table{"Table 1: AUROC",
                        {"method", "VAR: paper", "VAR", "VAR with diagonal"},
                        {{"m2c", "", "0.981 ± 0.010", "1.000"},
                         {"var", "", "0.990 ± 0.001", ""},
                         {"pcmci", "", "0.990 ± 0.020", ""},
                         {"LCCM", "0.99 ± 0.01", "", ""}}};
  EXPECT_EQ(RivalConclusions({table}), std::vector<std::string>{"VAR: var, pcmci are best, 0.990; m2c 0.981."});
}

TEST(RivalConclusions, SayWhereAMethodStaysBelowThePaper) {
  const TextTable with_diagonal{"Table 1: AUROC",
                                {"method", "A: paper", "A", "A with diagonal"},
                                {{"sru", "0.90", "0.800", "0.880"}, {"tcdf", "0.90", "0.880", "0.860 ± 0.002"}}};
  const TextTable without{"Table 3: AUROC", {"method", "B", "B: paper"}, {{"tcdf", "0.500", "0.60 ± 0.10"}}};
  const TextTable precision{"Table 1: AUPRC", {"method", "A: paper", "A"}, {{"sru", "0.90", "0.100"}}};
  EXPECT_EQ(
      RivalConclusions({with_diagonal, precision, without}),
      (std::vector<std::string>{
          "A: tcdf is best, 0.880.", "B: tcdf is best, 0.500.",
          "tcdf stays below the paper's figure (in brackets) by more than 0.03: A 0.860 (0.90), B 0.500 (0.60)."}));
}

TEST(RivalConclusions, SayNothingOfWhatWasNotRun) {
  const TextTable table{"Table 1: AUROC", {"method", "AQI: paper", "AQI"}, {{"tcdf", "0.90", ""}}};
  EXPECT_TRUE(RivalConclusions({table}).empty());
}

TEST(RivalSettings, AreThoseOfTheMethodAlone) {
  EXPECT_EQ(BenchmarkSettings("pcmci", BenchmarkKind::kVar).lags, 0u);
  EXPECT_EQ(BenchmarkSettings("pcmci", BenchmarkKind::kVar).method, "pcmci");
  EXPECT_EQ(BenchmarkSettings("cmlp", BenchmarkKind::kVar).lags, 5u);
}

// A misspelt option or a text that is no number would change nothing.
TEST(RivalSettings, EachOfTheSettingsChangesAnOption) {
  using Kind = BenchmarkKind;
  const std::map<std::string, std::vector<std::pair<Kind, size_t>>> changes = {
      {"cmlp", {{Kind::kVar, 1}, {Kind::kLorenz, 2}, {Kind::kDream3, 2}}},
      {"clstm", {{Kind::kVar, 1}, {Kind::kMixed, 1}}},
      {"tcdf", {{Kind::kLorenz, 0}, {Kind::kDream3, 1}}},
      {"sru", {{Kind::kLorenz, 0}, {Kind::kDream3, 3}}},
      {"esru", {{Kind::kVar, 0}, {Kind::kDream3, 3}}},
      {"causalformer", {{Kind::kLorenz, 0}, {Kind::kDream3, 2}}},
      {"jrngc", {{Kind::kVar, 2}, {Kind::kLorenz, 2}, {Kind::kDream3, 2}, {Kind::kCausalTime, 1}}},
      {"cuts", {{Kind::kVar, 0}, {Kind::kDream3, 0}}}};
  for (const auto& [method, kinds] : changes) {
    DiscoverOptions plain;
    plain.method = method;
    const auto usual = OptionTexts(plain);
    for (const auto& [kind, count] : kinds) {
      const DiscoverOptions options = BenchmarkSettings(method, kind);
      EXPECT_NO_THROW(CheckOptions(options));
      const auto set = OptionTexts(options);
      size_t changed = 0;
      for (size_t i = 0; i < set.size(); ++i) changed += set[i] != usual[i];
      EXPECT_EQ(changed, count) << method << " " << static_cast<int>(kind);
    }
  }
  EXPECT_EQ(BenchmarkSettings("clstm", Kind::kVar).rival_steps, "1000");
  EXPECT_EQ(BenchmarkSettings("causalformer", Kind::kDream3).rival_context, "16");
}

TEST(RivalSettings, DependOnTheBenchmarkWhereTheAuthorsSaySo) {
  EXPECT_EQ(BenchmarkSettings("cmlp", BenchmarkKind::kVar).rival_penalty, "auto");
  EXPECT_EQ(BenchmarkSettings("cmlp", BenchmarkKind::kLorenz).rival_penalty, "0.02");
  EXPECT_EQ(BenchmarkSettings("cmlp", BenchmarkKind::kDream3).rival_penalty, "path");
  EXPECT_EQ(BenchmarkSettings("esru", BenchmarkKind::kDream3).rival_scales, "0.05,0.1,0.2,0.99");
  EXPECT_EQ(BenchmarkSettings("esru", BenchmarkKind::kLorenz).rival_scales, "auto");
  EXPECT_EQ(BenchmarkSettings("jrngc", BenchmarkKind::kVar).rival_layers, "0");
  EXPECT_EQ(BenchmarkSettings("jrngc", BenchmarkKind::kVar).rival_penalty, "auto");
  EXPECT_EQ(BenchmarkSettings("jrngc", BenchmarkKind::kDream3).rival_penalty, "0.01");
}

// What takes an hour must not be begun last.
TEST(ExpectedFitSeconds, NeuralMethodsAreNotTakenForRegressions) {
  const auto seconds = [](const char* method, size_t variables, size_t rows) {
    DiscoverOptions options;
    options.method = method;
    return ExpectedFitSeconds(options, variables, rows);
  };
  for (const char* method : {"cmlp", "clstm", "cuts", "cuts+", "tcdf", "sru", "esru", "causalformer", "jrngc"}) {
    EXPECT_GT(seconds(method, 10, 500), 10.0 * seconds("var", 10, 500)) << method;
    EXPECT_GT(seconds(method, 100, 1000), 5.0 * seconds(method, 10, 1000)) << method;
  }
  DiscoverOptions shorter;
  shorter.method = "clstm";
  shorter.rival_steps = "10";
  EXPECT_LT(ExpectedFitSeconds(shorter, 10, 500), 0.1 * seconds("clstm", 10, 500));
}

}  // namespace
}  // namespace mask2cause
