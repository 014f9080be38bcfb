// The engine finds what is there: edges, their direction, what a locked graph allows; and every variant of it works.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "data/temp_folder.h"
#include "mask2cause/graph.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

// As shipped, but for one lag and fewer epochs. One member alone often misses an edge of so small a system.
DiscoverOptions LearningOptions() {
  DiscoverOptions options;
  options.method = "m2c";
  options.lags = 1;
  options.epochs = 30;
  options.lambda = 0.01;
  options.members = 4;
  return options;
}

double Auroc(const Result& result, const Simulation& simulation) {
  return Evaluate(result.scores, simulation.graph).off_diagonal.auroc;
}

// Between 0 and 1, and not all the same: something was learned about every pair.
void ExpectSensible(const Result& result) {
  double low = 1.0, high = 0.0;
  for (const Edge& edge : result.edges) {
    EXPECT_GE(edge.score, 0.0);
    EXPECT_LE(edge.score, 1.0);
    low = std::min(low, edge.score);
    high = std::max(high, edge.score);
  }
  EXPECT_LT(low, high);
}

TEST(Learning, FindsTheDirectionBetweenTwoVariables) {
  DiscoverOptions options = LearningOptions();
  options.epochs = 40;
  const Result result = Discover(CauseAndEffect(400), options);
  EXPECT_GT(result.scores.at(1, 0), result.scores.at(0, 1));
  EXPECT_EQ(result.edges.front().source, 0u);
  EXPECT_EQ(result.edges.front().target, 1u);
  EXPECT_LT(result.epoch_losses[0].back(), result.epoch_losses[0].front());
}

TEST(Learning, RecoversAChainAndAVectorAutoregression) {
  const Simulation chain = SimulateSmall(System::kChain, 4, 2000);
  EXPECT_EQ(Auroc(Discover(chain.data, LearningOptions()), chain), 1.0);
  const Simulation var = SimulateSmall(System::kVar, 5, 1500);
  EXPECT_EQ(Auroc(Discover(var.data, LearningOptions()), var), 1.0);
}

TEST(Learning, SurvivesAThirdOfTheCellsMissing) {
  const Simulation var = SimulateSmall(System::kVar, 5, 2000);
  const Dataset holes = WithMissingCells(var.data, 0.3);
  ASSERT_GT(holes.missing.count(), 2500u);
  EXPECT_GT(Auroc(Discover(holes, LearningOptions()), var), 0.9);
}

TEST(Learning, EveryObjectiveAndAblationGivesSensibleScores) {
  const Simulation chain = SimulateSmall(System::kChain, 4, 300);
  for (const char* objective : {"mse", "nll", "dual", "student-t", "laplace"}) {
    for (int variant = 0; variant < 5; ++variant) {
      SCOPED_TRACE(std::string(objective) + " variant " + std::to_string(variant));
      DiscoverOptions options = QuickOptions();
      options.objective = objective;
      options.layers = 2;
      options.per_layer_masks = variant == 1;
      options.per_variable_heads = variant == 2;
      options.predict = variant == 3 ? "change" : "value";
      options.gamma = variant == 4 ? -100.0 : 100.0;
      const Result result = Discover(chain.data, options);
      ExpectSensible(result);
      EXPECT_EQ(result.steps, 3u * 10u);
      for (const double loss : result.epoch_losses[0]) EXPECT_TRUE(std::isfinite(loss));
      EXPECT_EQ(result.scores.at(0, 0) > 0.5, variant != 4) << "gamma opens or closes self edges";
    }
  }
}

TEST(Learning, TheDualObjectiveTellsMeanFromVariance) {
  DiscoverOptions options = QuickOptions();
  options.objective = "dual";
  const Simulation chain = SimulateSmall(System::kChain, 3, 200);
  const Result result = Discover(chain.data, options);
  ASSERT_EQ(result.mean_scores.size(), 9u);
  ASSERT_EQ(result.variance_scores.size(), 9u);
  for (size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(result.scores.values[i], std::max(result.mean_scores[i], result.variance_scores[i]));
  }
  for (const Edge& edge : result.edges) {
    const size_t cell = edge.target * 3 + edge.source;
    EXPECT_EQ(edge.kind == EdgeKind::kVariance, result.variance_scores[cell] > result.mean_scores[cell]);
    EXPECT_NE(edge.kind, EdgeKind::kUnknown);
  }
  options.objective = "nll";
  EXPECT_EQ(Discover(chain.data, options).edges.front().kind, EdgeKind::kUnknown);
}

TEST(Learning, ALockedGraphIsUsedAsItIs) {
  const TempFolder folder;
  const std::string truth = folder.Write("truth.csv", "target,effect,cause\neffect,1,1\ncause,0,1\n");
  const std::string empty = folder.Write("empty.csv", "1,0\n0,1\n");
  const std::string flipped = folder.Write("flipped.csv", "1,1\n0,1\n");
  DiscoverOptions options = LearningOptions();
  options.objective = "mse";
  options.members = 1;
  // Not longer: log(0 + 1e-6) is no wall. Where no edge is open, attention learns through that floor alone, Adam scales
  // its small gradient up, and after some hundred steps the scores outgrow the mask. PyTorch does the same.
  options.epochs = 5;
  const auto train = [&](const std::string& graph) {
    options.lock_graph = graph;
    return Discover(CauseAndEffect(400), options);
  };
  const Result with_truth = train(truth), with_none = train(empty), with_flipped = train(flipped);
  EXPECT_EQ(with_truth.scores.values, (std::vector<double>{1, 0, 1, 1})) << "matched by name";
  EXPECT_EQ(with_none.scores.values, (std::vector<double>{1, 0, 0, 1}));
  EXPECT_EQ(with_flipped.scores.values, (std::vector<double>{1, 1, 0, 1}));
  EXPECT_LT(with_truth.epoch_losses[0].back(), 0.8 * with_none.epoch_losses[0].back());
  EXPECT_LT(with_truth.epoch_losses[0].back(), 0.8 * with_flipped.epoch_losses[0].back());
}

TEST(Learning, ALockedGraphThatDoesNotFitIsRefused) {
  const TempFolder folder;
  DiscoverOptions options = QuickOptions();
  const auto refuse = [&](const std::string& content) {
    options.lock_graph = folder.Write("graph.csv", content);
    const Error error = ErrorFrom([&] { Discover(CauseAndEffect(50), options); });
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_FALSE(error.hint().empty());
    return std::string(error.what());
  };
  EXPECT_TRUE(Says(refuse("1,0,0\n0,1,0\n0,0,1\n"), "3 x 3, but the data have 2"));
  EXPECT_TRUE(Says(refuse("target,cause,other\ncause,1,0\nother,0,1\n"), "'effect'"));
  EXPECT_TRUE(Says(refuse("1,2\n0,1\n"), "2 is not between 0 and 1"));
}

TEST(Learning, SmallestCasesWork) {
  DiscoverOptions options = QuickOptions();
  options.epochs = 1;
  options.batch = 1000;
  ExpectSensible(Discover(CauseAndEffect(4), options));  // two windows, one step
  options.width = 1;
  options.heads = 1;
  EXPECT_EQ(Discover(CauseAndEffect(30), options).steps, 1u);
  const Error error = ErrorFrom([&] { Discover(CauseAndEffect(3), options); });
  EXPECT_EQ(error.kind(), ErrorKind::kData);
}

TEST(Learning, OptionsThatMakeNoNetworkAreRefused) {
  const auto refused = [](auto change, const std::string& part) {
    DiscoverOptions options = QuickOptions();
    change(options);
    const Error error = ErrorFrom([&] { Discover(CauseAndEffect(30), options); });
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << error.what();
    EXPECT_TRUE(Says(error.what(), part)) << error.what();
    EXPECT_FALSE(error.hint().empty());
  };
  refused([](DiscoverOptions& o) { o.width = 10, o.heads = 4; }, "--width 10 is no multiple of --heads 4");
  refused([](DiscoverOptions& o) { o.theta_init = "high"; }, "--theta-init 'high'");
  refused([](DiscoverOptions& o) { o.theta_init = "1e999"; }, "--theta-init '1e999'");
  refused([](DiscoverOptions& o) { o.objective = "l1"; }, "--objective 'l1'");
  refused([](DiscoverOptions& o) { o.isa = "z80"; }, "z80");
  refused([](DiscoverOptions& o) { o.resume = true; }, "folder");
  refused([](DiscoverOptions& o) { o.layers = 21; }, "--layers 21");
}

TEST(Learning, TrajectoriesAreFittedApart) {
  const Result apart = Discover(CauseAndEffect(100, {50, 50}), QuickOptions());
  const Result together = Discover(CauseAndEffect(100), QuickOptions());
  EXPECT_EQ(apart.data_trajectories, 2u);
  EXPECT_NE(apart.scores.values, together.scores.values);
  const Predictions predictions = Predict(*apart.model, CauseAndEffect(100, {50, 50}));
  EXPECT_EQ(predictions.target_rows.size(), 96u);
  EXPECT_EQ(std::count(predictions.target_rows.begin(), predictions.target_rows.end(), 50u), 0);
  EXPECT_EQ(std::count(predictions.target_rows.begin(), predictions.target_rows.end(), 52u), 1);
}

}  // namespace
}  // namespace mask2cause
