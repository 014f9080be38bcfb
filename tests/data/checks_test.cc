// Each check finds what it is for, and none complains about well-behaved data.
#include "mask2cause/checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/rng.h"
#include "data/own_lags.h"
#include "mask2cause/simulate.h"

namespace mask2cause {
namespace {

using Column = std::vector<double>;

Column Noise(size_t rows, uint64_t seed) {
  Rng rng(seed);
  Column x(rows);
  for (double& value : x) value = rng.Normal();
  return x;
}

std::vector<DataCheck> Checked(const std::vector<Column>& columns, size_t lags = 3) {
  std::vector<float> values;
  std::vector<std::string> names;
  for (size_t c = 0; c < columns.size(); ++c) names.push_back(std::string(1, static_cast<char>('a' + c)));
  for (size_t r = 0; r < columns[0].size(); ++r) {
    for (const Column& column : columns) values.push_back(static_cast<float>(column[r]));
  }
  return CheckData(MakeDataset(values, names), lags);
}

using Found = std::vector<std::pair<std::string, std::vector<std::string>>>;
Found Names(const std::vector<DataCheck>& checks) {
  Found found;
  for (const DataCheck& check : checks) {
    found.emplace_back(check.name, check.variables);
    EXPECT_FALSE(check.finding.empty());
    EXPECT_FALSE(check.remedy.empty());
  }
  return found;
}

TEST(Checks, HaveNothingToSayOfNoise) {
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(Names(Checked({Noise(500, 2 * seed), Noise(500, 2 * seed + 1)})), Found{}) << "seed " << seed;
  }
}

TEST(Checks, FindColumnsThatHardlyMove) {
  Column still(500, 1.0);
  still[100] = 2.0;
  EXPECT_EQ(Names(Checked({Noise(500, 1), still})).front(), (Found::value_type{"near-constant", {"b"}}));
}

TEST(Checks, FindCopies) {
  const Column a = Noise(400, 1), other = Noise(400, 2);
  Column copy = a;
  for (size_t r = 0; r < copy.size(); ++r) copy[r] = -3.0 * a[r] + 0.01 * other[r];
  EXPECT_EQ(Names(Checked({a, other, copy})), (Found{{"near-copy", {"a", "c"}}}));
}

TEST(Checks, FindWanderersAndTrends) {
  Column walk = Noise(600, 3), trend = Noise(600, 4);
  for (size_t r = 1; r < walk.size(); ++r) walk[r] += walk[r - 1];
  for (size_t r = 0; r < trend.size(); ++r) trend[r] += 0.01 * static_cast<double>(r);
  EXPECT_EQ(Names(Checked({Noise(600, 5), walk, trend})), (Found{{"unit-root", {"b"}}, {"trend", {"c"}}}));
}

TEST(Checks, FindTheSeasonAndItsPeriod) {
  Column season = Noise(480, 6);
  for (size_t r = 0; r < season.size(); ++r)
    season[r] = 0.4 * season[r] + std::sin(2.0 * std::numbers::pi * static_cast<double>(r) / 24.0);
  const std::vector<DataCheck> checks = Checked({Noise(480, 7), season});
  ASSERT_EQ(Names(checks), (Found{{"season", {"b"}}}));
  EXPECT_NE(checks[0].finding.find("every 24 steps"), std::string::npos) << checks[0].finding;
}

TEST(Checks, FindHeavyTailsAndVolatility) {
  const Column noise = Noise(800, 8), other = Noise(800, 9);
  Column heavy = noise, wild(800, 0.0);
  for (size_t r = 0; r < heavy.size(); ++r) heavy[r] = noise[r] * std::abs(noise[r]) * std::abs(noise[r]);
  for (size_t r = 1; r < wild.size(); ++r) wild[r] = other[r] * std::sqrt(0.3 + 0.6 * wild[r - 1] * wild[r - 1]);
  const Found found = Names(Checked({heavy, wild}));
  EXPECT_NE(std::find(found.begin(), found.end(), Found::value_type{"volatility", {"b"}}), found.end());
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const auto& f) { return f.first == "heavy-tails" && f.second[0] == "a"; }));
}

TEST(Checks, FindOutliers) {
  Column x = Noise(500, 10);
  x[77] = 60.0;
  const Found found = Names(Checked({Noise(500, 11), x}));
  EXPECT_NE(std::find(found.begin(), found.end(), Found::value_type{"outliers", {"b"}}), found.end());
}

TEST(Checks, SayWhenRowsAreFewForTheVariables) {
  std::vector<Column> columns;
  for (uint64_t c = 0; c < 10; ++c) columns.push_back(Noise(100, 20 + c));
  EXPECT_EQ(Names(Checked(columns)), (Found{{"few-rows", {}}}));
  EXPECT_EQ(Names(Checked(columns, 1)), Found{});
}

TEST(Checks, AreNotPuzzledByConstantsMissingCellsOrTinyData) {
  std::vector<float> values;
  for (size_t r = 0; r < 50; ++r)
    values.insert(values.end(), {1.0f, r % 3 == 0 ? std::nanf("") : static_cast<float>(r % 7)});
  EXPECT_NO_THROW(CheckData(MakeDataset(values, {"a", "b"})));
  EXPECT_NO_THROW(CheckData(MakeDataset(std::vector<float>{1, 2, 3, 4}, {"a", "b"})));
}

TEST(OwnLagResiduals, LeaveTheNoiseOfAnAutoregression) {
  const Column noise = Noise(2000, 12);
  Column x(2000, 0.0);
  for (size_t t = 2; t < x.size(); ++t) x[t] = 0.5 * x[t - 1] + 0.3 * x[t - 2] + noise[t];
  const std::vector<double> left = OwnLagResiduals(x, 2);
  ASSERT_EQ(left.size(), 1998u);
  double worst = 0.0;
  for (size_t r = 0; r < left.size(); ++r) worst = std::max(worst, std::abs(left[r] - noise[r + 2]));
  EXPECT_LT(worst, 0.4);
}

}  // namespace
}  // namespace mask2cause
