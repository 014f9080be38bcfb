#include "report/read_panels.h"

#include <gtest/gtest.h>

#include <functional>

#include "data/temp_folder.h"
#include "report/made_panels.h"
#include "report/read_forecast.h"
#include "report/read_result.h"

namespace mask2cause {
namespace {

const std::vector<std::string> kNames = NamedResult().scores.names;

TEST(ReadPanels, EverythingWrittenIsReadBack) {
  // A comparison counts the edges of each graph in the results, which are not written.
  const Comparison comparison = ComparisonFromJson(ToJson(MadeComparison()), "x.json", kNames);
  EXPECT_EQ(ComparisonCells(comparison), ComparisonCells(MadeComparison()));
  EXPECT_EQ(comparison.methods[1].failure, "too few rows");
  EXPECT_EQ(comparison.methods[0].result.graph_rule, "q at most 0.1");
  EXPECT_EQ(comparison.methods[0].evaluation.off_diagonal.auroc, 0.75);
  const std::string forecast = ToJson(MadeForecast());
  EXPECT_EQ(ToJson(ForecastFromJson(forecast, "x.json", kNames)), forecast);
  const std::string backtest = ToJson(MadeBacktest());
  EXPECT_EQ(ToJson(BacktestFromJson(backtest, "x.json", kNames)), backtest);
  const PruneReport pruning = PruneReportFromJson(ToJson(MadePruning()), "x.json", kNames);
  EXPECT_EQ(pruning.options.lags, 3u);
  EXPECT_EQ(pruning.variables[0].parents, std::vector<std::string>{"c"});
  EXPECT_EQ(pruning.variables[1].full.failure, "does not converge");
  EXPECT_EQ(pruning.reduction.mse_percent, 25);
}

TEST(ReadPanels, AResultKeepsItsForecast) {
  Result result = NamedResult();
  result.forecast = MadeForecast();
  const std::string text = ToJson(result);
  EXPECT_EQ(ToJson(ResultFromJson(text, "r.json")), text);
  EXPECT_EQ(ToJson(ResultFromJson(text, "r.json").forecast), ToJson(MadeForecast()));
  result.scores.names[2] = "other";
  ExpectError(ErrorOf([&] { ResultFromJson(ToJson(result), "r.json"); }), ErrorKind::kData, {"r.json", "'c'"});
}

using Reader = std::function<void(const std::string&, const std::vector<std::string>&)>;

struct Kind {
  std::string text;
  const char* what;
  Reader read;
};

std::vector<Kind> Kinds() {
  return {{ToJson(MadeComparison()), "a comparison of methods",
           [](const std::string& text, const auto& names) { ComparisonFromJson(text, "x.json", names); }},
          {ToJson(MadeForecast()), "a forecast",
           [](const std::string& text, const auto& names) { ForecastFromJson(text, "x.json", names); }},
          {ToJson(MadeBacktest()), "a backtest",
           [](const std::string& text, const auto& names) { BacktestFromJson(text, "x.json", names); }},
          {ToJson(MadePruning()), "what prune found",
           [](const std::string& text, const auto& names) { PruneReportFromJson(text, "x.json", names); }}};
}

TEST(ReadPanels, NoneIsTakenForAnother) {
  const std::vector<Kind> kinds = Kinds();
  for (size_t written = 0; written < kinds.size(); ++written) {
    for (size_t read = 0; read < kinds.size(); ++read) {
      const std::string error = ErrorOf([&] { kinds[read].read(kinds[written].text, kNames); });
      if (read == written) {
        EXPECT_EQ(error, "");
      } else {
        ExpectError(error, ErrorKind::kData, {"'x.json' is not", kinds[read].what, "give"});
      }
    }
    ExpectError(ErrorOf([&] { kinds[written].read(ToJson(NamedResult()), kNames); }), ErrorKind::kData, {"x.json"});
  }
}

TEST(ReadPanels, OtherVariablesAreNamed) {
  for (const Kind& kind : Kinds()) {
    ExpectError(ErrorOf([&] { kind.read(kind.text, {"a", "b"}); }), ErrorKind::kData, {"x.json", "'c'", "same data"});
  }
}

TEST(ReadPanels, EveryTruncationIsRefused) {
  for (const Kind& kind : Kinds()) {
    for (size_t length = 0; length + 2 < kind.text.size(); ++length) {
      ExpectError(ErrorOf([&] { kind.read(kind.text.substr(0, length), kNames); }), ErrorKind::kData,
                  {"x.json", "not valid JSON"});
    }
  }
}

std::string Replaced(std::string text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST(ReadPanels, WrongShapesAreRefused) {
  struct Damage {
    size_t kind;
    const char *what, *with, *says;
  };
  const std::vector<Damage> damaged = {
      {0, R"("rank": 1,)", R"("rank": 0,)", "ranks count from 1"},
      {0, R"("mi": {)", R"("my": {)", "edge 1: it lacks \"mi\""},
      {0, R"("source": "c")", R"("source": "b")", "edge 1: its \"source\" is not one of the names"},
      {1, R"("steps": 2)", R"("steps": 3)", "one row for each step and variable"},
      {1, R"("steps": 2)", R"("steps": 0)", "forecasts nothing"},
      {1, R"("step": 2)", R"("step": 1)", "row 3: it is not the one that is due"},
      {1, R"("quantiles": [0, 2])", R"("quantiles": [0])", "row 1: it has not one quantile for each level"},
      {1, R"([3, 100001])", R"([3])", "\"recent\" has a row"},
      {1, R"("last_row": 30)", R"("last_row": 2)", "more rows than there are"},
      {2, R"("variable": "c")", R"("variable": "a")", "its rows are of other variables"},
      {3, R"("parents": ["c"])", R"("parents": "c")", "row 1: \"parents\" is not a list"},
      {3, R"("inputs": 3)", R"("inputs": -3)", "\"full\" of row 1: \"inputs\" is not a whole number"},
  };
  const std::vector<Kind> kinds = Kinds();
  for (const Damage& one : damaged) {
    const std::string text = Replaced(kinds[one.kind].text, one.what, one.with);
    ExpectError(ErrorOf([&] { kinds[one.kind].read(text, kNames); }), ErrorKind::kData, {"x.json", one.says});
  }
}

}  // namespace
}  // namespace mask2cause
