// What rules about edges do to a fit.
#include <gtest/gtest.h>

#include <cmath>

#include "data/temp_folder.h"
#include "mask2cause/discover.h"
#include "mask2cause/model.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

DiscoverOptions Trained() {
  DiscoverOptions options = QuickOptions();
  options.lags = 1;
  options.epochs = 30;
  options.lr = 5e-3;
  return options;
}

double ScoreOf(const Result& result, const std::string& source, const std::string& target) {
  for (const Edge& edge : result.edges) {
    if (result.scores.names[edge.source] == source && result.scores.names[edge.target] == target) return edge.score;
  }
  return -1.0;
}

TEST(KnowledgeInUse, AForbiddenEdgeHasScoreZeroAndNoInfluence) {
  DiscoverOptions options = Trained();
  options.forbid = "cause -> effect";
  const Dataset data = CauseAndEffect(300);
  const Result result = Discover(data, options);
  EXPECT_EQ(ScoreOf(result, "cause", "effect"), 0.0);
  EXPECT_GT(ScoreOf(result, "effect", "cause"), 0.0);
  std::vector<float> changed(data.values.data(), data.values.data() + data.values.size());
  for (size_t at = 0; at < changed.size(); at += 2) changed[at] += 5.0f;  // the cause
  const Predictions before = Predict(*result.model, data),
                    after = Predict(*result.model, MakeDataset(changed, data.names));
  for (size_t at = 1; at < before.mean.size(); at += 2)
    ASSERT_EQ(before.mean[at], after.mean[at]) << "forecast of the effect";
}

TEST(KnowledgeInUse, ARequiredEdgeIsOpenAndFound) {
  for (const char* objective : {"nll", "dual"}) {
    DiscoverOptions options = Trained();
    options.objective = objective;
    options.require = "effect -> cause";
    const Result result = Discover(CauseAndEffect(300), options);
    EXPECT_EQ(ScoreOf(result, "effect", "cause"), 1.0);
    EXPECT_GT(1.0, result.split.threshold);
  }
}

TEST(KnowledgeInUse, APriorMovesTheScoreItsWay) {
  DiscoverOptions options = Trained();
  options.epochs = 2;
  const double plain = ScoreOf(Discover(CauseAndEffect(300), options), "effect", "cause");
  options.prior = "effect -> cause 0.1";
  const double unlikely = ScoreOf(Discover(CauseAndEffect(300), options), "effect", "cause");
  options.prior = "effect -> cause 0.9";
  const double likely = ScoreOf(Discover(CauseAndEffect(300), options), "effect", "cause");
  EXPECT_LT(unlikely, plain - 0.1);
  EXPECT_GT(likely, plain + 0.05);
}

TEST(KnowledgeInUse, EveryMethodForbidsButOnlyTheNetworkRequires) {
  for (const MethodInfo& method : Methods()) {
    DiscoverOptions options = Trained();
    options.method = method.name;
    options.forbid = "cause -> *";
    const Result result = Discover(CauseAndEffect(300), options);
    EXPECT_EQ(ScoreOf(result, "cause", "effect"), 0.0) << method.name;
    for (const Edge& edge : result.edges) {
      EXPECT_TRUE(edge.source != 0 || std::isnan(edge.p) || edge.p == 1.0) << method.name;
    }
    if (method.name == "m2c") continue;
    options.forbid = "";
    options.require = "cause -> effect";
    ExpectError(ErrorOf([&] { Discover(CauseAndEffect(300), options); }), ErrorKind::kUsage,
                {"--require", method.name});
  }
}

TEST(KnowledgeInUse, FileAndFlagsAreOneSetOfRules) {
  const TempFolder folder;
  DiscoverOptions options = Trained();
  options.knowledge = folder.Write("rules.txt", "require cause -> effect\n");
  options.forbid = "cause -> effect";
  ExpectError(ErrorOf([&] { Discover(CauseAndEffect(300), options); }), ErrorKind::kData,
              {"rules.txt:1 requires", "--forbid forbids"});
}

TEST(KnowledgeInUse, ALockedGraphLeavesNothingToDecide) {
  const TempFolder folder;
  DiscoverOptions options = Trained();
  options.lock_graph = folder.Write("graph.csv", "1,0\n1,1\n");
  options.forbid = "cause -> effect";
  ExpectError(ErrorOf([&] { Discover(CauseAndEffect(300), options); }), ErrorKind::kUsage, {"--lock-graph"});
}

}  // namespace
}  // namespace mask2cause
