#include "report/page_panels.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/temp_folder.h"
#include "report/made_panels.h"
#include "report/page_data.h"

namespace mask2cause {
namespace {

using nlohmann::json;

const std::vector<std::string> kNames = NamedResult().scores.names;

TEST(PageComparison, RowsAreColumnsAndVariablesPlacesInTheResult) {
  const json data = json::parse(PageComparison(MadeComparison(), kNames));
  EXPECT_EQ(data["source"], json({2, 0}));
  EXPECT_EQ(data["target"], json({0, 2}));
  EXPECT_EQ(data["agree"], json({2, 1}));
  EXPECT_EQ(data["ranks"], json({{1, 2}, {0, 0}, {2, 1}}));
  EXPECT_EQ(data["found"], json({"11", "00", "10"}));
  EXPECT_EQ(data["truth"], "10");
  EXPECT_EQ(data["in_every"], 1);
  EXPECT_EQ(data["in_some"], 1);
  EXPECT_EQ(data["methods"][0]["edges"], 2);
  EXPECT_EQ(data["methods"][2]["edges"], 1);
  EXPECT_EQ(data["methods"][0]["auroc"], 0.75);
  EXPECT_EQ(data["methods"][1], json({{"name", "pcmci"}, {"failure", "too few rows"}}));
}

TEST(PageComparison, OfVeryManyPairsTheMostAgreed) {
  Comparison comparison = MadeComparison();
  comparison.edges.resize(1, comparison.edges.front());
  comparison.edges.resize(5000, {1, 0, {{2, 0.25, false}, {}, {1, 0.25, false}}, 0, 1.5});
  const json data = json::parse(PageComparison(comparison, kNames));
  EXPECT_EQ(data["pairs"], 5000);
  EXPECT_EQ(data["agree"].size(), 2000u);
  EXPECT_EQ(data["agree"][0], 2);
  EXPECT_EQ(data["found"][0].get<std::string>().size(), 2000u);
}

TEST(PageForecast, FarFromZeroTheShapeIsKept) {
  const json data = json::parse(PageForecast(MadeForecast(), kNames));
  EXPECT_EQ(data["last_row"], 30);
  const json& c = data["variables"][0];
  EXPECT_EQ(c["place"], 2);
  EXPECT_EQ(c["recent"], json({1, nullptr, 3}));
  EXPECT_EQ(c["mean"], json({1, 2}));
  EXPECT_EQ(c["quantiles"], json({{0, 1}, {2, 3}}));
  const json& a = data["variables"][1];
  EXPECT_EQ(a["place"], 0);
  EXPECT_EQ(a["recent"], json({100000, 100000.125, 100001}));  // in steps of 0.001
  EXPECT_EQ(a["mean"], json({100000.25, 100001.5}));
}

TEST(PageBacktest, HasARowForEachForecasterAndVariable) {
  const json data = json::parse(PageBacktest(MadeBacktest(), kNames));
  EXPECT_EQ(data["places"], json({2, 0}));
  EXPECT_EQ(data["forecasters"][0]["rows"][1], json({4, 5, 6, 7, nullptr}));
  EXPECT_EQ(data["forecasters"][1]["mean"], json({9, 10, 11, 12, 0.25}));
}

TEST(PagePruning, CausesArePlacesAndFailuresAreSaid) {
  const json data = json::parse(PagePruning(MadePruning(), kNames));
  EXPECT_EQ(data["rows"][0]["place"], 0);
  EXPECT_EQ(data["rows"][0]["parents"], json({2}));
  EXPECT_EQ(data["rows"][0]["mse_r"], 25);
  EXPECT_EQ(data["rows"][1]["mse_r"], nullptr);
  EXPECT_EQ(data["rows"][1]["full"]["failure"], "does not converge");
  EXPECT_EQ(data["pr"], 45);
}

TEST(PageData, HoldsThePanelsThatAreGivenAndNoOthers) {
  Result result = NamedResult();
  const json without = json::parse(PageData(result));
  for (const char* panel : {"comparison", "forecast", "backtest", "pruning"}) EXPECT_FALSE(without.contains(panel));
  const Comparison comparison = MadeComparison();
  const Backtest backtest = MadeBacktest();
  const PruneReport pruning = MadePruning();
  result.forecast = MadeForecast();
  const json with = json::parse(PageData(result, {&comparison, &backtest, &pruning}));
  EXPECT_EQ(with["comparison"]["pairs"], 2);
  EXPECT_EQ(with["forecast"]["variables"].size(), 2u);
  EXPECT_EQ(with["backtest"]["test_rows"], 20);
  EXPECT_EQ(with["pruning"]["failed"], 1);
}

TEST(PageData, PanelsOfOtherVariablesAreRefused) {
  Result result = NamedResult();
  result.scores.names[2] = "other";
  result.forecast = MadeForecast();
  ExpectError(ErrorOf([&] { PageData(result); }), ErrorKind::kData, {"'c'", "same data"});
}

}  // namespace
}  // namespace mask2cause
