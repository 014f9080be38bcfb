#include "mask2cause/compare.h"

#include <gtest/gtest.h>

#include "mask2cause/error.h"
#include "methods/series.h"

namespace mask2cause {
namespace {

Dataset Chain() {
  return Generate(3, 400, 2, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v > 0 ? 0.6 * x[t - 1][v - 1] : 0.0);
  });
}

DiscoverOptions Options() {
  DiscoverOptions options;
  options.lags = 1;
  options.threads = 1;
  return options;
}

TEST(Compare, CountsWhoAgreesAndPutsTheAgreedFirst) {
  const Comparison comparison = Compare(Chain(), Options(), {"var", "pcmci"}, {1, 0, 0, 1, 1, 0, 0, 1, 1});
  ASSERT_EQ(comparison.edges.size(), 6u);
  for (size_t place = 0; place < 6; ++place) {
    const ComparedEdge& edge = comparison.edges[place];
    const bool is_true = edge.target == edge.source + 1;
    EXPECT_EQ(is_true, place < 2);
    EXPECT_TRUE(!is_true || edge.agree == 2) << edge.agree;
    EXPECT_EQ(edge.agree, static_cast<size_t>(edge.views[0].found) + edge.views[1].found);
    EXPECT_EQ(edge.mean_rank, static_cast<double>(edge.views[0].rank + edge.views[1].rank) / 2.0);
    for (size_t m = 0; m < 2; ++m) {
      EXPECT_EQ(edge.views[m].score, comparison.methods[m].result.scores.at(edge.target, edge.source));
    }
  }
  for (const MethodOutcome& outcome : comparison.methods) EXPECT_EQ(outcome.evaluation.off_diagonal.auroc, 1.0);
}

TEST(Compare, EqualScoresShareARank) {
  DiscoverOptions options = Options();
  options.lambda_a = 1000.0;  // no effect at all
  for (const ComparedEdge& edge : Compare(Chain(), options, {"dynotears"}).edges) {
    EXPECT_EQ(edge.views[0].rank, 1u);
    EXPECT_EQ(edge.agree, 0u);
  }
}

TEST(Compare, NamesEachMethodInItsProgressAndStopsWhenTold) {
  std::vector<std::string> stages;
  const Progress progress = [&](const ProgressEvent& event) {
    if (stages.empty() || stages.back() != event.stage) stages.push_back(event.stage);
    return stages.size() < 3;
  };
  try {
    Compare(Chain(), Options(), {"var", "xcorr", "pcmci"}, {}, progress);
    FAIL() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
  EXPECT_EQ(stages, (std::vector<std::string>{"var (1 of 3)", "xcorr (2 of 3)", "pcmci (3 of 3)"}));
}

}  // namespace
}  // namespace mask2cause
