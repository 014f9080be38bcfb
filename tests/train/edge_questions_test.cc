// What trained networks say of an edge: what it carries, at which lag and with which sign, and on what it acts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "methods/judges.h"
#include "train/lag_profile.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

TrainOptions SomeTraining() {
  TrainOptions options;
  options.learning_rate = 5e-3;
  options.epochs = 40;
  options.theta_init = 0.0;
  options.schedule = Schedule::kCosine;
  return options;
}

// x is noise; y follows -x two steps later; the scale of z follows |x| one step later.
Dataset MeanAndVariance(size_t rows) {
  Rng rng(3);
  std::vector<float> values;
  double x[3] = {0.0, 0.0, 0.0};
  for (size_t r = 0; r < rows; ++r) {
    const double y = -0.9 * x[1] + 0.4 * rng.Normal(), z = (0.1 + std::abs(x[0])) * rng.Normal();
    x[2] = x[1];
    x[1] = x[0];
    x[0] = rng.Normal();
    for (const double value : {x[0], y, z}) values.push_back(static_cast<float>(value));
  }
  return MakeDataset(values, {"x", "y", "z"});
}

void Quiet(double, const std::string&) {}

TEST(Judges, SayWhatCarriesAndOnWhatItActs) {
  TrainerBench bench(MeanAndVariance(1200), OneLayer(Objective::kGaussian, 2), SomeTraining());
  EnsembleOptions ensemble;
  ensemble.train = SomeTraining();
  const Verdict verdict = Judge(bench.model, bench.source, ensemble, 3, bench.pool, Quiet);
  constexpr size_t kXToY = 1 * 3 + 0, kXToZ = 2 * 3 + 0;
  for (size_t cell = 0; cell < 9; ++cell) {
    if (cell % 4 == 0) continue;
    const bool edge = cell == kXToY || cell == kXToZ;
    EXPECT_EQ(verdict.p_values[cell] < 1e-6, edge) << cell << ' ' << verdict.p_values[cell];
  }
  // y without x has variance .81 + .16 instead of .16: log(.97 / .16) / 2 nats, of which a network finds most.
  EXPECT_NEAR(verdict.nats[kXToY], 0.5 * std::log(0.97 / 0.16), 0.25);
  EXPECT_EQ(verdict.kinds[kXToY], EdgeKind::kMean);
  EXPECT_EQ(verdict.kinds[kXToZ], EdgeKind::kVariance);
  EXPECT_GT(verdict.kind_confidence[kXToZ], 0.99);
  // Every window was held out once.
  size_t held_out = 0;
  for (const MemberResult& judge : verdict.judges) held_out += judge.held_out.size();
  EXPECT_EQ(held_out, bench.source.windows() / 3 * 3);
}

TEST(Judges, AreNotMisledByMissingTargets) {
  TrainerBench bench(WithMissingCells(MeanAndVariance(1500), 0.2), OneLayer(Objective::kMse, 2), SomeTraining());
  EnsembleOptions ensemble;
  ensemble.train = SomeTraining();
  const Verdict verdict = Judge(bench.model, bench.source, ensemble, 3, bench.pool, Quiet);
  EXPECT_LT(verdict.p_values[3], 1e-6);
  EXPECT_GT(verdict.p_values[1], 1e-3);
  EXPECT_TRUE(verdict.kinds.empty());
}

TEST(Judges, NeedWindows) {
  EXPECT_TRUE(EnoughToJudge(40, 5));
  EXPECT_FALSE(EnoughToJudge(39, 5));
}

TEST(LagProfile, HasTheRightLagAndSign) {
  TrainerBench bench(MeanAndVariance(1200), OneLayer(Objective::kGaussian, 2), SomeTraining());
  EnsembleOptions ensemble;
  ensemble.train = SomeTraining();
  ensemble.members = 2;
  const auto members = TrainEnsemble(bench.model, bench.source, ensemble, {}, Quiet);
  const LagProfile profile = MeasureLagProfile(bench.model, bench.source, members, bench.pool, Quiet);
  // x -> y: nothing at lag 1, -0.9 / sd(y) at lag 2
  EXPECT_NEAR(profile.mean.slope[3], 0.0, 0.1);
  EXPECT_NEAR(profile.mean.slope[9 + 3], -0.9 / std::sqrt(0.97), 0.15);
  EXPECT_NEAR(profile.mean.magnitude[9 + 3], 0.9 / std::sqrt(0.97), 0.15);
  // x -> z: the deviation answers at lag 1, up and down in turn
  EXPECT_GT(profile.deviation.magnitude[6], 4.0 * std::abs(profile.deviation.slope[6]));
  EXPECT_GT(profile.deviation.magnitude[6], 2.0 * profile.deviation.magnitude[9 + 6]);
}

// 480 recordings with 37 windows each: the 64 that are asked are not the same few places of every recording, nor those
// that another member is asked.
TEST(LagProfile, AsksWindowsFromAllPlacesOfEqualRecordings) {
  const std::vector<uint32_t> windows = SpreadWindows(480 * 37, 64, 0.0);
  ASSERT_EQ(windows.size(), 64u);
  std::set<uint32_t> places;
  for (size_t k = 0; k < windows.size(); ++k) {
    EXPECT_EQ(windows[k] * 64 / (480 * 37), k);  // one of each part
    places.insert(windows[k] % 37);
  }
  EXPECT_GT(places.size(), 20u);
  for (const uint32_t window : SpreadWindows(480 * 37, 64, 0.5)) {
    EXPECT_EQ(std::count(windows.begin(), windows.end(), window), 0) << window;
  }
  EXPECT_EQ(SpreadWindows(3, 64, 0.5), (std::vector<uint32_t>{0, 1, 2}));
}

TEST(LagProfile, IsTheSameForAnyNumberOfThreads) {
  TrainerBench bench(MeanAndVariance(200), OneLayer(Objective::kGaussian, 2), SomeTraining());
  EnsembleOptions ensemble;
  ensemble.train = SomeTraining();
  ensemble.train.epochs = 2;
  const auto members = TrainEnsemble(bench.model, bench.source, ensemble, {}, Quiet);
  ThreadPool one(1), three(3);
  EXPECT_EQ(MeasureLagProfile(bench.model, bench.source, members, one, Quiet).mean.slope,
            MeasureLagProfile(bench.model, bench.source, members, three, Quiet).mean.slope);
  const auto information = [&](ThreadPool& pool) {
    return MeasureDirectedInformation(bench.model, bench.source, members, Closing::kHard, pool, Quiet);
  };
  EXPECT_EQ(information(one).all.nats, information(three).all.nats);
  EXPECT_EQ(information(one).mean_less_variance.error, information(three).mean_less_variance.error);
}

}  // namespace
}  // namespace mask2cause
