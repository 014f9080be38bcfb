#include "graph/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/rng.h"

namespace mask2cause {
namespace {

double SumOfSquares(const std::vector<double>& sorted, size_t begin, size_t end) {
  double mean = 0.0, squares = 0.0;
  for (size_t i = begin; i < end; ++i) mean += sorted[i] / static_cast<double>(end - begin);
  for (size_t i = begin; i < end; ++i) squares += (sorted[i] - mean) * (sorted[i] - mean);
  return squares;
}

// The threshold against the plainest possible search.
TEST(Split, IsTheBestOfAllSplits) {
  Rng rng(11);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> values(2 + rng.Below(40));
    for (double& v : values) v = round % 3 == 0 ? static_cast<double>(rng.Below(5)) : rng.Normal() * (round + 1);
    const ScoreSplit split = SplitValues(values);
    std::sort(values.begin(), values.end());
    if (values.front() == values.back()) continue;
    double best = INFINITY;
    for (size_t low = 1; low < values.size(); ++low) {
      if (values[low] == values[low - 1]) continue;
      best = std::min(best, SumOfSquares(values, 0, low) + SumOfSquares(values, low, values.size()));
    }
    const size_t low = values.size() - split.above;
    EXPECT_NEAR(SumOfSquares(values, 0, low) + SumOfSquares(values, low, values.size()), best, 1e-9 * (1.0 + best));
    EXPECT_GT(values[low], split.threshold);
    EXPECT_LE(values[low - 1], split.threshold);
    EXPECT_DOUBLE_EQ(split.gap, values[low] - values[low - 1]);
  }
}

TEST(Split, GivesCentresGapAndCountOfAPlainCase) {
  const ScoreSplit split = SplitValues({.1, .9, .2, .8, .15, .15});
  EXPECT_DOUBLE_EQ(split.threshold, .5);
  EXPECT_DOUBLE_EQ(split.low_centre, .15);
  EXPECT_DOUBLE_EQ(split.high_centre, .85);
  EXPECT_DOUBLE_EQ(split.gap, .6);
  EXPECT_EQ(split.above, 2u);
  EXPECT_TRUE(split.two_humped);
}

TEST(Split, EqualScoresHaveNoneAboveAndAreNotTwoHumped) {
  for (size_t count : {1, 2, 90}) {
    const ScoreSplit split = SplitValues(std::vector<double>(count, .3));
    EXPECT_EQ(split.above, 0u);
    EXPECT_EQ(split.threshold, .3);
    EXPECT_EQ(split.gap, 0.0);
    EXPECT_FALSE(split.two_humped);
  }
  EXPECT_EQ(SplitValues({}).above, 0u);
}

TEST(Split, NeighbouringDoublesAreStillSplit) {
  const double low = 1.0, high = std::nextafter(1.0, 2.0);
  const ScoreSplit split = SplitValues({low, high, high});
  EXPECT_EQ(split.above, 2u);
  EXPECT_LT(split.threshold, high);
}

TEST(Split, IgnoresTheDiagonal) {
  ScoreMatrix scores{{"a", "b", "c"}, {9, .1, .9, .1, 9, .9, .1, .1, 9}};
  EXPECT_DOUBLE_EQ(SplitScores(scores).threshold, .5);
}

// How often 200 clouds of a kind are called two-humped.
double ShareTwoHumped(size_t count, const std::function<double(Rng&)>& draw) {
  int yes = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, count);
    std::vector<double> values(count);
    for (double& v : values) v = draw(rng);
    yes += SplitValues(values).two_humped;
  }
  return yes / 200.0;
}

TEST(Split, OneHumpIsSeldomTakenForTwo) {
  for (size_t count : {20, 90, 380, 9900}) {
    EXPECT_LE(ShareTwoHumped(count, [](Rng& rng) { return rng.Uniform(); }), 0.03) << count << " uniform";
    EXPECT_LE(ShareTwoHumped(count, [](Rng& rng) { return rng.Normal(); }), 0.03) << count << " normal";
    EXPECT_LE(ShareTwoHumped(count, [](Rng& rng) { return -std::log(1.0 - rng.Uniform()); }), 0.05)
        << count << " exponential";
  }
}

// The means the paper reports for true and other edges on Lorenz-96: 0.514 and 0.164; 30 % are edges.
TEST(Split, TwoHumpsAreSeen) {
  const auto paper_like = [](double sd) {
    return [sd](Rng& rng) { return (rng.Uniform() < 0.3 ? .514 : .164) + sd * rng.Normal(); };
  };
  EXPECT_GE(ShareTwoHumped(90, paper_like(.03)), 0.99);
  EXPECT_GE(ShareTwoHumped(90, paper_like(.06)), 0.8);
  EXPECT_GE(ShareTwoHumped(380, paper_like(.08)), 0.8);
  EXPECT_GE(ShareTwoHumped(9900, paper_like(.08)), 0.99);
}

TEST(Split, AFewClearEdgesAreEnough) {
  std::vector<double> values;
  Rng rng(4);
  for (int i = 0; i < 87; ++i) values.push_back(.02 * rng.Uniform());
  for (double edge : {.7, .8, .9}) values.push_back(edge);
  const ScoreSplit split = SplitValues(values);
  EXPECT_TRUE(split.two_humped);
  EXPECT_EQ(split.above, 3u);
}

TEST(Split, FiveScoresAreTooFewToTell) {
  EXPECT_FALSE(SplitValues({0, 0, 0, 1, 1}).two_humped);
}

}  // namespace
}  // namespace mask2cause
