// What is read off the data before a fit.
#include "methods/data_choices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/rng.h"
#include "methods/estimate.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

constexpr size_t kVariables = 4;

// Variable 1 follows variable 0 after `lag` steps; the noise is Student's t when `heavy`.
Dataset Delayed(size_t rows, size_t lag, bool heavy = false) {
  Rng rng(9);
  std::vector<float> values(rows * kVariables, 0.0f);
  const auto noise = [&] {
    const double normal = rng.Normal();
    if (!heavy) return normal;
    double squares = 0.0;
    for (int k = 0; k < 3; ++k) squares += std::pow(rng.Normal(), 2.0);
    return normal / std::sqrt(squares / 3.0);
  };
  for (size_t r = 0; r < rows; ++r) {
    for (size_t v = 0; v < kVariables; ++v) values[r * kVariables + v] = static_cast<float>(noise());
    if (r >= lag) values[r * kVariables + 1] += 1.5f * values[(r - lag) * kVariables];
  }
  return MakeDataset(values, {"a", "b", "c", "d"});
}

DataChoices Choose(const Dataset& data, DiscoverOptions options = {}) {
  std::vector<size_t> variables(data.variables());
  std::iota(variables.begin(), variables.end(), size_t{0});
  return ChooseFromData(data, FitScaler(data), variables, options);
}

TEST(DataChoices, LagsAreThreeUnlessLongerOnesMatter) {
  EXPECT_EQ(Choose(Delayed(500, 2)).options.lags, 3u);
  EXPECT_EQ(Choose(Delayed(500, 5)).options.lags, 6u);
  EXPECT_EQ(Choose(Delayed(500, 9)).options.lags, 12u);
  EXPECT_EQ(Choose(Delayed(4, 1)).options.lags, 2u) << "no room for more";
  DiscoverOptions given;
  given.lags = 7;
  const DataChoices chosen = Choose(Delayed(500, 2), given);
  EXPECT_EQ(chosen.options.lags, 7u);
  for (const Choice& choice : chosen.choices) EXPECT_NE(choice.option, "lags");
}

// Of 60 recordings all but one would be lost with more than five lags.
TEST(DataChoices, LagsDoNotCostRecordings) {
  const Dataset one = Delayed(540, 5);
  std::vector<float> values(one.values.data(), one.values.data() + one.values.size());
  std::vector<size_t> lengths(59, 6);
  lengths.push_back(540 - 59 * 6);
  const Dataset many = MakeDataset(values, one.names, lengths);
  EXPECT_EQ(Choose(many).options.lags, 3u);
  DiscoverOptions options;
  options.method = "var";
  options.lags = 6;
  EXPECT_TRUE(Says(Discover(many, options).warnings.back(), "59 of 60 trajectories are too short for 6 lags"));
}

// Recordings of 40 rows whose second half repeats the first: only a lag of 20 tells, and it costs every recording half
// of its windows, which many recordings can afford and few cannot.
TEST(DataChoices, LagsMayTakeHalfOfEachOfManyRecordings) {
  const auto echoes = [](size_t recordings) {
    const Dataset one = Delayed(40 * recordings, 1);
    std::vector<float> values(one.values.data(), one.values.data() + one.values.size());
    for (size_t row = 0; row < 40 * recordings; ++row) {
      if (row % 40 < 20) continue;
      for (size_t v = 0; v < kVariables; ++v) {
        values[row * kVariables + v] = 0.2f * values[row * kVariables + v] + values[(row - 20) * kVariables + v];
      }
    }
    return MakeDataset(values, one.names, std::vector<size_t>(recordings, 40));
  };
  EXPECT_EQ(Choose(echoes(60)).options.lags, 24u);
  EXPECT_EQ(Choose(echoes(10)).options.lags, 3u);
}

TEST(DataChoices, TheObjectiveFollowsTails) {
  EXPECT_EQ(Choose(Delayed(600, 1)).options.objective, "nll");
  EXPECT_EQ(Choose(Delayed(600, 1, true)).options.objective, "student-t");
  EXPECT_EQ(Choose(Delayed(14, 1)).options.objective, "mse") << "11 windows of 4 variables";
  DiscoverOptions linear;
  linear.method = "var";
  EXPECT_EQ(Choose(Delayed(600, 1), linear).options.objective, "auto") << "not for this method to know";
}

// Sums of the noise, in recordings of 100 rows; each begins anew, at another level.
Dataset Persistent(size_t recordings) {
  Dataset data = Delayed(recordings * 100, 1);
  for (size_t r = 0; r < data.rows; ++r) {
    for (size_t v = 0; v < kVariables; ++v) {
      const float before = r % 100 == 0 ? 0.3f * static_cast<float>(r) : data.values[(r - 1) * kVariables + v];
      data.values[r * kVariables + v] += before;
    }
  }
  const std::vector<float> values(data.values.data(), data.values.data() + data.values.size());
  return MakeDataset(values, data.names, std::vector<size_t>(recordings, 100));
}

TEST(DataChoices, ChangesArePredictedOfSeriesThatPersist) {
  EXPECT_EQ(Choose(Delayed(500, 1)).options.predict, "value");
  const Dataset persistent = Persistent(5);
  EXPECT_EQ(Choose(persistent).options.predict, "change");
  DiscoverOptions given;
  given.predict = "value";
  EXPECT_EQ(Choose(persistent, given).options.predict, "value");
  EXPECT_EQ(Choose(WithMissingCells(persistent, 0.1)).options.predict, "value") << "the last value may be missing";
}

// The network starts where the last value leaves off, instead of having to learn it.
TEST(DataChoices, ChangesAreLearnedFasterWhereSeriesPersist) {
  DiscoverOptions options = QuickOptions();
  options.predict = "value";
  const double of_values = Discover(Persistent(5), options).epoch_losses[0].back();
  options.predict = "auto";
  EXPECT_LT(Discover(Persistent(5), options).epoch_losses[0].back(), of_values - 0.2);
}

TEST(DataChoices, AnEdgeHasToPayWhatBicAsks) {
  EXPECT_NEAR(Choose(Delayed(500, 1)).options.lambda, 3.0 * std::log(497.0) / (2.0 * 497.0), 1e-12);
  EXPECT_LT(Choose(Delayed(5000, 1)).options.lambda, Choose(Delayed(500, 1)).options.lambda);
  EXPECT_EQ(Choose(Delayed(6, 1)).options.lambda, 0.5) << "no more than was ever tried";
  DiscoverOptions given;
  given.lambda = 0.0;
  EXPECT_EQ(Choose(Delayed(500, 1), given).options.lambda, 0.0) << "what the user says stands";
}

TEST(DataChoices, ALagBeyondThreeIsFound) {
  DiscoverOptions options;
  options.width = 16;
  options.judges = "none";
  const Result result = Discover(Delayed(500, 8), options);
  EXPECT_EQ(result.options.lags, 12u);
  EXPECT_EQ(result.edges.front().source, 0u);
  EXPECT_EQ(result.edges.front().target, 1u);
  EXPECT_EQ(result.edges.front().lag, 8u);
  EXPECT_EQ(result.edges.front().sign, 1);
}

TEST(Estimate, CountsNetworksAndSteps) {
  DiscoverOptions options;
  options.effort = "quick";
  const FitEstimate quick = EstimateFit(Delayed(500, 1), options);
  EXPECT_EQ(quick.members, 2u);
  EXPECT_EQ(quick.judges, 3u);
  EXPECT_GT(quick.seconds, 0.0);
  EXPECT_GT(quick.bytes, 1e5);
  options.effort = "thorough";
  EXPECT_GT(EstimateFit(Delayed(500, 1), options).steps, 3 * quick.steps);
  options.epochs = 2;
  options.members = 3;
  options.judges = "none";
  EXPECT_EQ(EstimateFit(Delayed(500, 1), options).steps, 3u * 2u * 16u);  // 497 windows in batches of 32
  options.method = "var";
  EXPECT_EQ(EstimateFit(Delayed(500, 1), options).steps, 0u);
}

TEST(Estimate, WhatCannotFitIsRefused) {
  EXPECT_NO_THROW(CheckMemory(1e6));
  try {
    CheckMemory(1e18);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_NE(std::string(error.hint()).find("--columns"), std::string::npos);
  }
}

}  // namespace
}  // namespace mask2cause
