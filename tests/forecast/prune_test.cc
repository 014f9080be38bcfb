#include "mask2cause/prune.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "forecast/star.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// Read as columns, the parents of v1 would be none and those of v0 two.
TEST(Prune, ParentsAreTheRowOfTheTarget) {
  const PruneReport report = Prune(Star(400), kStarGraph, PruneWith("linear"));
  ASSERT_EQ(report.variables.size(), 3u);
  EXPECT_TRUE(report.variables[0].parents.empty());
  EXPECT_EQ(report.variables[1].parents, std::vector<std::string>{"v0"});
  EXPECT_EQ(report.variables[0].pruned.inputs, 1u);
  EXPECT_EQ(report.variables[1].pruned.inputs, 2u);
  EXPECT_LT(report.variables[1].pruned.mse, 0.05);
  EXPECT_LT(report.variables[2].pruned.mse, 0.05);
}

TEST(Prune, CountsAndReductionsAddUp) {
  const PruneReport report = Prune(Star(400), kStarGraph, PruneWith("linear"));
  EXPECT_EQ(report.train_rows, 319u);
  EXPECT_EQ(report.test_rows, 80u);
  EXPECT_EQ(report.full_parameters, 12u);
  EXPECT_EQ(report.pruned_parameters, 2u + 3u + 3u);
  EXPECT_DOUBLE_EQ(report.reduction.parameters_percent, 100.0 * 4.0 / 12.0);
  double full = 0.0, pruned = 0.0;
  for (const PrunedVariable& one : report.variables) {
    full += one.full.mse / 3.0;
    pruned += one.pruned.mse / 3.0;
  }
  EXPECT_NEAR(report.reduction.mse_percent, 100.0 * (full - pruned) / full, 1e-9);
  EXPECT_EQ(report.failed, 0u);
}

TEST(Prune, SeveralGraphsAtOnceGiveWhatEachGivesAlone) {
  const Dataset data = Star(150);
  const std::vector<double> everything(9, 1.0);
  const std::vector<PruneReport> both = PruneByEach(data, {kStarGraph, everything}, PruneWith("mlp"));
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(ToJson(both[0]), ToJson(Prune(data, kStarGraph, PruneWith("mlp"))));
  EXPECT_EQ(ToJson(both[1]), ToJson(Prune(data, everything, PruneWith("mlp"))));
  EXPECT_EQ(both[1].reduction.mse_percent, 0.0);  // nothing is taken away
}

// What happens after the cut must reach neither the scale nor the fit.
TEST(Prune, TestRowsDoNotTouchTheTraining) {
  Dataset data = Star(200);
  const double before = Prune(data, kStarGraph, PruneWith("linear")).variables[1].full.mse;
  for (size_t r = 190; r < 200; ++r) data.values[r * 3 + 2] += 1000.0f;
  const PruneReport after = Prune(data, kStarGraph, PruneWith("linear"));
  EXPECT_NE(after.variables[1].full.mse, before);  // an input of the test rows
  EXPECT_EQ(after.variables[1].pruned.mse, Prune(Star(200), kStarGraph, PruneWith("linear")).variables[1].pruned.mse);
}

TEST(Prune, SameBytesForAnyNumberOfThreads) {
  const Dataset data = Star(150);
  for (const char* model : {"linear", "mlp", "nbeats", "arimax"}) {
    PruneOptions options = PruneWith(model);
    const std::string one = ToJson(Prune(data, kStarGraph, options));
    for (const size_t threads : {2, 5}) {
      options.threads = threads;
      EXPECT_EQ(ToJson(Prune(data, kStarGraph, options)), one) << model;
    }
  }
}

TEST(Prune, AFailedFitIsNotReplacedByAnotherNumber) {
  // 9 training rows: enough for the pruned models, not for the full ones with their 3 + 3 unknowns at two lags.
  PruneOptions options = PruneWith("arimax");
  options.lags = 2;
  const PruneReport report = Prune(Star(14), kStarGraph, options);
  EXPECT_NE(report.variables[0].full.failure, "");
  EXPECT_TRUE(std::isnan(report.variables[0].full.mse));
  EXPECT_TRUE(std::isnan(report.variables[0].reduction.mse_percent));
  EXPECT_EQ(report.failed, 3u);
  EXPECT_TRUE(std::isnan(report.full_mse));
  EXPECT_NE(ToJson(report).find("\"failure\""), std::string::npos);
}

TEST(Prune, WindowsDoNotCrossTrajectories) {
  const Dataset whole = Star(100);
  std::vector<float> values(whole.values.data(), whole.values.data() + 300);
  const std::vector<size_t> lengths = {50, 50};
  const PruneReport report = Prune(MakeDataset(values, whole.names, lengths), kStarGraph, PruneWith("arimax"));
  EXPECT_EQ(report.train_rows + report.test_rows, 98u);
}

TEST(Prune, ConstantAndMissingCellsAreSurvived) {
  Dataset data = Star(100);
  std::vector<float> values(data.values.data(), data.values.data() + 300);
  for (size_t r = 0; r < 100; r += 7) values[r * 3 + 1] = std::numeric_limits<float>::quiet_NaN();
  for (size_t r = 0; r < 100; ++r) values[r * 3 + 2] = 5.0f;
  for (const char* model : {"linear", "mlp", "nbeats", "arimax"}) {
    const PruneReport report = Prune(MakeDataset(values, data.names), kStarGraph, PruneWith(model));
    EXPECT_EQ(report.excluded, std::vector<std::string>{"v2"});
    ASSERT_EQ(report.variables.size(), 2u);
    for (const PrunedVariable& one : report.variables) EXPECT_TRUE(std::isfinite(one.pruned.mse)) << model;
  }
}

TEST(Prune, RefusesWhatMakesNoSense) {
  const auto kind_of = [](size_t rows, PruneOptions options) {
    try {
      Prune(Star(rows), kStarGraph, options);
    } catch (const Error& error) {
      EXPECT_FALSE(error.hint().empty());
      return static_cast<int>(error.kind());
    }
    return 0;
  };
  PruneOptions options = PruneWith("tree");
  EXPECT_EQ(kind_of(100, options), 2);
  options = PruneWith("linear");
  EXPECT_EQ(kind_of(6, options), 3);
  options.train_share = 1.0;
  EXPECT_EQ(kind_of(100, options), 2);
  options = PruneWith("arimax");
  options.ar = 4;
  EXPECT_EQ(kind_of(100, options), 2);
}

}  // namespace
}  // namespace mask2cause
