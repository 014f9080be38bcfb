#include "methods/gate_history.h"

#include <gtest/gtest.h>

#include "train/small_runs.h"

namespace mask2cause {
namespace {

TEST(GateHistory, MemoryBoundsHowOftenGatesAreKept) {
  EXPECT_EQ(GateRecordCount(10, 4), 16u);
  EXPECT_LT(GateRecordCount(700, 4), 16u);
  EXPECT_EQ(GateRecordCount(5000, 4), 0u);
}

TEST(GateHistory, AveragesMembersAndFollowsTheStrongestEdges) {
  const std::vector<size_t> variables = {0, 2};  // column 1 was left out of the fit
  MemberResult first, second;
  first.gate_records = {{0, {1, 0.5f, 0.25f, 1}}, {8, {1, 0.75f, 0.0f, 1}}};
  second.gate_records = {{0, {1, 0.5f, 0.25f, 1}}, {8, {1, 1.0f, 0.5f, 1}}};
  const std::vector<Edge> edges = {{.source = 2, .target = 0}, {.source = 0, .target = 2}};
  const GateHistory history = SummarizeGates(MeanGateRecords({first, second}), variables, edges);
  EXPECT_EQ(history.epochs, (std::vector<size_t>{0, 8}));
  ASSERT_EQ(history.lines.size(), 2u);
  EXPECT_EQ(history.lines[0].gates, (std::vector<double>{0.5, 0.875}));
  EXPECT_EQ(history.lines[1].gates, (std::vector<double>{0.25, 0.25}));
  EXPECT_EQ(history.quantiles[1].front(), 0.25);
  EXPECT_EQ(history.quantiles[1].back(), 0.875);
}

TEST(GateHistory, ATrainingTellsHowItsGatesMovedAndHowItsJudgesLearned) {
  DiscoverOptions options = QuickOptions();
  options.judges = "2";
  const Result result = Discover(CauseAndEffect(200), options);
  ASSERT_FALSE(result.gates.epochs.empty());
  EXPECT_EQ(result.gates.epochs.front(), 0u);
  EXPECT_EQ(result.gates.epochs.back(), options.epochs);
  EXPECT_EQ(result.gates.lines.size(), 2u);
  ASSERT_EQ(result.held_out_runs.size(), 2u);
  EXPECT_EQ(result.held_out_runs[1].network, "judge 2");
  EXPECT_EQ(result.held_out_runs[1].held_out_losses.size(), result.held_out_runs[1].losses.size());
  EXPECT_EQ(result.networks, result.epoch_losses.size() + 2);
}

}  // namespace
}  // namespace mask2cause
