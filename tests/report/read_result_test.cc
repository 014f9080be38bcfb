#include "report/read_result.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "data/temp_folder.h"
#include "mask2cause/report.h"

namespace mask2cause {
namespace {

Result FullResult() {
  Result result;
  result.scores = {{"a", "\"b\"\n</script>"}, {0, 0.25, 1.0 / 3.0, std::nan("")}};
  result.edges = {{.source = 0,
                   .target = 1,
                   .score = 1.0 / 3.0,
                   .found = true,
                   .nats = 0.125,
                   .nats_low = 0.1,
                   .nats_high = 0.15,
                   .p = 1e-300,
                   .q = 0.02,
                   .stability = 1,
                   .lag = 2,
                   .sign = -1,
                   .kind = EdgeKind::kBoth,
                   .kind_confidence = 0.75},
                  {.source = 1, .target = 0, .score = 0.25, .lag = 1, .sign_varies = true}};
  result.graph_rule = "q at most 0.1";
  result.split = {0.3, 0.25, 1.0 / 3.0, 0.08, 1, true};
  result.excluded = {"constant"};
  result.mean_scores = {0, 1, 2, 3};
  result.variance_scores = {4, 5, 6, 7};
  result.lag_coefficients = {0, 1, 2, 3, 4, 5, 6, 7};
  result.version = "0.0.1";
  result.options.lags = 2;
  result.options.seed = 18446744073709551615u;
  result.options.per_layer_masks = true;
  result.options.objective = "dual";
  result.data_source = "x.csv";
  result.data_fingerprint = "abc";
  result.data_rows = 100;
  result.data_trajectories = 2;
  result.data_time_column = "when";
  result.warnings = {"careful"};
  result.choices = {{"lags", "2", "the data say so"}};
  result.checks = {{"near-copy", {"a"}, "a finding", "a remedy"}};
  result.steps = 7;
  result.networks = 9;
  result.epoch_losses = {{1.5, 1.25}, {2}};
  result.held_out_runs = {{"judge 1", {1.5, 1.25}, {1.75, std::nan("")}, 1}};
  result.gates = {{0, 5}, {{0, 1, 2, 3, 4}, {1, 2, 3, 4, 5}}, {{0, 1, {0.5, 0.75}}}};
  result.picture = {100, {0, 50}, {{{1, 2}, {3, std::nan("")}, {0, 4}, 0.5, 1.5}, {{1, 2}, {3, 4}, {}, 0.5, 1.5}}};
  result.truth = {0, 1, 1, 0};
  result.command = "mask2cause discover x.csv";
  result.data_missing = 4;
  result.seconds = 0.5;
  return result;
}

std::string ErrorOfText(std::string_view text) {
  return ErrorOf([&] { ResultFromJson(text, "r.json"); });
}

// A sound result with this in the place of its edges.
std::string WithEdges(const std::string& edges) {
  std::string text = R"({"names": ["a", "b"], "scores": [[0, 1], [2, 0]], "edges": )";
  return text.append(edges).append("}");
}

TEST(ReadResult, EverythingWrittenIsReadBack) {
  const std::string text = ToJson(FullResult());
  EXPECT_EQ(ToJson(ResultFromJson(text, "r.json")), text);
  const Edge edge = ResultFromJson(text, "r.json").edges.front();
  EXPECT_EQ(edge.kind, EdgeKind::kBoth);
  EXPECT_EQ(edge.p, 1e-300);
}

TEST(ReadResult, WhatIsMissingIsUnknown) {
  const Result result = ResultFromJson(WithEdges(R"([{"source": "a", "target": "b"}])"), "r.json");
  ASSERT_EQ(result.edges.size(), 1u);
  const Edge& edge = result.edges.front();
  EXPECT_FALSE(edge.found);
  EXPECT_EQ(edge.lag, 0u);
  EXPECT_EQ(edge.sign, 0);
  EXPECT_EQ(edge.kind, EdgeKind::kUnknown);
  for (const double value : {edge.score, edge.nats, edge.p, edge.q, edge.stability}) EXPECT_TRUE(std::isnan(value));
  EXPECT_TRUE(ResultFromJson(R"({"names": [], "scores": []})", "r.json").edges.empty());
}

TEST(ReadResult, MembersOfOthersAreLeftAlone) {
  EXPECT_EQ(ErrorOfText(R"({"names": [], "scores": [], "new": {"x": [1]}, "options": {"new": 1}, "split": null})"), "");
}

TEST(ReadResult, NewerSchemaIsRefused) {
  ExpectError(ErrorOfText(R"({"schema": 2, "names": [], "scores": []})"), ErrorKind::kData, {"r.json", "schema 2"});
}

TEST(ReadResult, EveryTruncationIsRefused) {
  std::string text = ToJson(FullResult());
  text.resize(text.find_last_of('}') + 1);
  for (size_t length = 0; length < text.size(); ++length) {
    ExpectError(ErrorOfText(text.substr(0, length)), ErrorKind::kData, {"r.json", "not valid JSON"});
  }
}

TEST(ReadResult, WrongShapesAreRefused) {
  const std::vector<std::pair<const char*, const char*>> damaged = {
      {"[]", "not an object"},
      {R"({"scores": []})", "lacks \"names\""},
      {R"({"names": [1], "scores": [[0]]})", "not a text"},
      {R"({"names": "a", "scores": [[0]]})", "not a list"},
      {R"({"names": ["a"], "scores": []})", "\"scores\" has not one row"},
      {R"({"names": ["a"], "scores": [[0, 1]]})", "not one cell"},
      {R"({"names": ["a"], "scores": [["x"]]})", "not a number"},
      {R"({"names": [], "scores": [], "options": []})", "\"options\": it is not an object"},
      {R"({"names": [], "scores": [], "options": {"lags": -1}})", "\"lags\" is not a whole number"},
      {R"({"names": [], "scores": [], "options": {"lags": 1e30}})", "\"lags\" is not a whole number"},
      {R"({"names": [], "scores": [], "options": {"per-layer-masks": 1}})", "neither true nor false"},
      {R"({"names": [], "scores": [], "split": {"gap": "wide"}})", "\"split\": \"gap\" is not a number"},
      {R"({"names": ["a"], "scores": [[0]], "mean_scores": [[0]]})", "only one of"},
      {R"({"names": ["a"], "scores": [[0]], "lag_coefficients": [[[0]], [[0], [0]]]})", "lag_coefficients"},
      {R"({"names": [], "scores": [], "epoch_losses": [1]})", "epoch_losses"},
      {R"({"names": [], "scores": [], "edges": {}})", "not a list"},
      {R"({"names": ["a"], "scores": [[0]], "truth": [[0, 1]]})", "not one cell"},
      {R"({"names": ["a"], "scores": [[0]], "picture": {"series": []}})", "not one series"},
      {R"({"names": ["a"], "scores": [[0]], "picture": {"series": [{"low": [1], "high": []}]}})", "different lengths"},
      {R"({"names": ["a"], "scores": [[0]], "gates": {"epochs": [1], "quantiles": []}})", "do not fit"},
      {R"({"names": ["a"], "scores": [[0]], "gates": {"lines": [{"source": 1, "target": 0}]}})", "do not fit"},
      {R"({"names": ["a"], "scores": [[0]], "gates": {"epochs": [-1]}})", "not a whole number"},
      {R"({"names": [], "scores": [], "held_out_runs": [{"losses": 1}]})", "not a list of numbers"},
  };
  for (const auto& [text, reason] : damaged) ExpectError(ErrorOfText(text), ErrorKind::kData, {"r.json", reason});
}

TEST(ReadResult, WrongEdgesAreRefusedByNumber) {
  const std::vector<std::pair<const char*, const char*>> damaged = {
      {R"([1])", "edge 1: it is not an object"},
      {R"([{"source": "a"}])", "lacks \"target\""},
      {R"([{"source": "a", "target": "c"}])", "not one of the names"},
      {R"([{"source": "a", "target": 1}])", "not a text"},
      {R"([{"source": "a", "target": "a"}])", "ends where it starts"},
      {R"([{"source": "a", "target": "b"}, {"source": "a", "target": "b"}])", "edge 2: it is there twice"},
      {R"([{"source": "a", "target": "b", "lag": 10001}])", "lag 10001"},
      {R"([{"source": "a", "target": "b", "sign": 2}])", "sign"},
      {R"([{"source": "a", "target": "b", "sign": 99999999999}])", "sign"},
      {R"([{"source": "a", "target": "b", "kind": "odd"}])", "kind"},
      {R"([{"source": "a", "target": "b", "found": "yes"}])", "found"},
  };
  for (const auto& [edges, reason] : damaged) {
    ExpectError(ErrorOfText(WithEdges(edges)), ErrorKind::kData, {"r.json", reason});
  }
}

TEST(ReadResult, EqualNamesMatterOnlyWhereAnEdgeMeansThem) {
  EXPECT_EQ(ErrorOfText(R"({"names": ["a", "a"], "scores": [[0, 1], [2, 0]]})"), "");
  ExpectError(ErrorOfText(R"({"names": ["a", "a", "b"], "scores": [[0, 1, 1], [2, 0, 1], [0, 0, 0]],
                              "edges": [{"source": "a", "target": "b"}]})"),
              ErrorKind::kData, {"two variables"});
}

TEST(ReadResult, FilesThatCannotBeRead) {
  const TempFolder folder;
  ExpectError(ErrorOf([&] { ReadResult(folder.path() + "/no.json"); }), ErrorKind::kFile, {"no.json", "No such file"});
  ExpectError(ErrorOf([&] { ReadResult(folder.path()); }), ErrorKind::kFile, {"directory", "result.json"});
  ExpectError(ErrorOf([&] { ReadResult(folder.Write("empty.json", "")); }), ErrorKind::kData, {"empty.json"});
}

}  // namespace
}  // namespace mask2cause
