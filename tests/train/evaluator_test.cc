// What a network says of windows it is not trained on: losses, the best state, directed information.
#include "train/evaluator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "model/trained_model.h"
#include "train/directed_information.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

std::vector<uint32_t> Range(uint32_t first, uint32_t end) {
  std::vector<uint32_t> windows(end - first);
  std::iota(windows.begin(), windows.end(), first);
  return windows;
}

TEST(Evaluator, MeanLossIsThatOfAStepWithoutDropout) {
  for (const Objective objective : {Objective::kMse, Objective::kGaussian, Objective::kDual, Objective::kStudentT}) {
    for (const bool missing : {false, true}) {
      TrainerBench bench(missing ? WithMissingCells(CauseAndEffect(150), 0.1) : CauseAndEffect(150),
                         OneLayer(objective));
      Parameters parameters(bench.model.layout.size());
      InitializeParameters(bench.model, 3, 0.5, parameters.values.data());
      Stepper stepper(bench.model, {0.0, 0.0, 1, bench.source.windows()}, bench.pool);
      WindowSource::Buffer buffer;
      const Batch all = bench.source.Gather(Range(0, static_cast<uint32_t>(bench.source.windows())), buffer);
      const double expected = stepper.ComputeGradient(all, parameters);
      Masks masks(2, bench.model.config.graphs(), 1);
      SetMasks(bench.model, parameters.values.data(), {}, masks);
      EXPECT_NEAR(Evaluator(bench.model, bench.source).MeanLoss(parameters.values.data(), masks), expected, 1e-6);
    }
  }
}

TEST(WindowSource, IndicatorsStandBesideTheValues) {
  const float nan = std::nanf("");
  const float values[] = {1, 10, nan, 20, 3, nan, 4, 40};
  const Dataset data = MakeDataset(values, {"a", "b"});
  const Scaler raw{{0.0, 0.0}, {1.0, 1.0}};
  const std::vector<size_t> both = {0, 1};
  const WindowSource source(data, raw, both, 2, /*indicators=*/true);
  WindowSource::Buffer buffer;
  const std::vector<uint32_t> windows = {0, 1};
  const Batch batch = source.Gather(windows, buffer);
  EXPECT_EQ(batch.x.cols, 4u);
  // of each token: two values, oldest first, then whether they were there
  EXPECT_EQ(buffer.x, (std::vector<float>{1, 0, 1, 0, 10, 20, 1, 1, 0, 3, 0, 1, 20, 0, 1, 0}));
  EXPECT_EQ(buffer.target, (std::vector<float>{3, 0, 4, 40}));
  EXPECT_EQ(buffer.observed, (std::vector<float>{1, 0, 1, 1}));
  EXPECT_EQ(source.WithoutIndicators().Gather(windows, buffer).x.cols, 2u);
}

// A model that was trained with holes also reads series without.
TEST(WindowSource, AModelWithIndicatorsPredictsWholeSeries) {
  const Result result = Discover(WithMissingCells(CauseAndEffect(200), 0.2), QuickOptions());
  ASSERT_TRUE(result.model->config.indicators);
  const Predictions predicted = Predict(*result.model, CauseAndEffect(50));
  EXPECT_EQ(predicted.target_rows.size(), 48u);
  for (const double mean : predicted.mean) EXPECT_TRUE(std::isfinite(mean));
  EXPECT_FALSE(Discover(CauseAndEffect(200), QuickOptions()).model->config.indicators);
}

TEST(WindowSource, ASubsetHasTheWindowsItWasGiven) {
  TrainerBench bench(CauseAndEffect(30), OneLayer(Objective::kMse, 2));
  const WindowSource subset = bench.source.Subset({5, 2});
  ASSERT_EQ(subset.windows(), 2u);
  WindowSource::Buffer ours, whole;
  const std::vector<uint32_t> first_two = {0, 1}, originals = {5, 2};
  subset.Gather(first_two, ours);
  bench.source.Gather(originals, whole);
  EXPECT_EQ(ours.x, whole.x);
  EXPECT_EQ(ours.target, whole.target);
}

TEST(HeldOutWindows, AreOneBlockElsewhereForEachMember) {
  EXPECT_EQ(HeldOutWindows(100, 0.2, 0, 1), Range(80, 100));
  EXPECT_EQ(HeldOutWindows(100, 0.2, 0, 3), Range(80, 100));
  EXPECT_EQ(HeldOutWindows(100, 0.2, 1, 3), Range(40, 60));
  EXPECT_EQ(HeldOutWindows(100, 0.2, 2, 3), Range(0, 20));
  EXPECT_TRUE(HeldOutWindows(100, 0.0, 0, 3).empty());
  EXPECT_TRUE(HeldOutWindows(4, 0.2, 0, 1).empty());
}

// Pure noise: the longer the training, the worse the held-out loss, so the best state is an early one and patience
// ends.
TEST(Trainer, KeepsTheStateThatForecastsHeldOutWindowsBest) {
  Rng rng(4);
  std::vector<float> noise(2 * 60);
  for (float& value : noise) value = static_cast<float>(rng.Normal());
  TrainOptions options;
  options.learning_rate = 1e-2;
  options.epochs = 200;
  options.dropout = 0.0;
  TrainerBench bench(MakeDataset(noise, {"a", "b"}), OneLayer(Objective::kMse, 3), options);
  const uint32_t windows = static_cast<uint32_t>(bench.source.windows());
  const WindowSource train = bench.source.Subset(Range(0, windows - 20));
  const WindowSource held_out = bench.source.Subset(Range(windows - 20, windows));
  Trainer trainer(bench.model, train, options, bench.pool, {}, &held_out);
  while (!trainer.done()) trainer.Step();
  const std::vector<double>& losses = trainer.held_out_losses();
  ASSERT_FALSE(losses.empty());
  EXPECT_LT(losses.size(), 200u) << "patience should have ended the run";
  const auto best = std::min_element(losses.begin(), losses.end());
  EXPECT_EQ(trainer.best_epoch(), static_cast<size_t>(best - losses.begin()) + 1);
  Masks masks(2, 1, 1);
  SetMasks(bench.model, trainer.values().data(), {}, masks);
  EXPECT_DOUBLE_EQ(Evaluator(bench.model, held_out).MeanLoss(trainer.values().data(), masks), *best);
}

TEST(Trainer, StartsThetaWhereItIsTold) {
  TrainOptions options;
  options.theta_start = {0.1, -0.7, 2.0, 0.4};
  TrainerBench bench(CauseAndEffect(40), OneLayer(Objective::kMse), options);
  Trainer trainer(bench.model, bench.source, options, bench.pool);
  const std::vector<double> a = trainer.Adjacency(0);
  EXPECT_NEAR(a[1], 1.0 / (1.0 + std::exp(0.7)), 1e-6);
  EXPECT_NEAR(a[2], 1.0 / (1.0 + std::exp(-2.0)), 1e-6);
}

TEST(NeweyWest, AgreesWithTheFormulaByHand) {
  // T = 4: bandwidth 1. Deviations -1.5 -.5 .5 1.5; gamma0 = 5 / 4, gamma1 = (.75 - .25 + .75) / 4; weight 2 (1 - 1/2).
  const MeanAndError few = NeweyWest({1.0, 2.0, 3.0, 4.0});
  EXPECT_DOUBLE_EQ(few.mean, 2.5);
  EXPECT_NEAR(few.error, std::sqrt((1.25 + 0.3125) / 4.0), 1e-12);
}

// An AR(1) with coefficient phi has a mean whose variance is (1 + phi) / (1 - phi) times that of independent values.
TEST(NeweyWest, SeesAutocorrelation) {
  Rng rng(8);
  std::vector<double> series;
  double x = 0.0;
  for (size_t t = 0; t < 20000; ++t) series.push_back(x = 0.5 * x + rng.Normal());
  const double independent = std::sqrt(1.0 / (1.0 - 0.25) / 20000.0);
  EXPECT_NEAR(NeweyWest(series).error / independent, std::sqrt(3.0), 0.15);
}

// Closing the edge that carries the signal costs forecasts; closing the other one costs hardly anything.
TEST(DirectedInformation, IsLargeWhereSomethingPasses) {
  for (const Objective objective : {Objective::kMse, Objective::kGaussian}) {
    TrainOptions options;
    options.learning_rate = 5e-3;
    options.epochs = 100;
    options.lambda = 0.2;
    options.schedule = Schedule::kCosine;
    TrainerBench bench(CauseAndEffect(1500), OneLayer(objective), options);
    EnsembleOptions ensemble;
    ensemble.train = options;
    ensemble.members = 2;
    ensemble.held_out = 0.3;
    const auto quiet = [](double, const std::string&) {};
    const auto members = TrainEnsemble(bench.model, bench.source, ensemble, {}, quiet);
    const DirectedInformation found =
        MeasureDirectedInformation(bench.model, bench.source, members, Closing::kSoft, bench.pool, quiet);
    EXPECT_EQ(found.windows, 2 * static_cast<size_t>(0.3 * 1499));
    EXPECT_GT(found.all.nats[2], 5.0 * std::abs(found.all.nats[1]));
    EXPECT_GT(found.all.nats[2], 4.0 * found.all.error[2]);
    EXPECT_EQ(found.all.nats[0], 0.0);
  }
}

// However large the scores of the attention are: what is not in a given graph has no influence, to the last bit.
TEST(LockedGraph, AZeroHasNoInfluence) {
  ModelConfig config = OneLayer(Objective::kGaussian);
  config.locked = true;
  const std::vector<double> only_to_effect = {1.0, 0.0, 1.0, 1.0};
  TrainerBench bench(CauseAndEffect(60), config);
  std::vector<float> changed(bench.data.values.data(), bench.data.values.data() + bench.data.values.size());
  for (size_t at = 1; at < changed.size(); at += 2) changed[at] += 3.0f;  // the effect
  const Dataset other = MakeDataset(changed, bench.data.names);
  const WindowSource other_source(other, bench.scaler, bench.variables, config.lags);
  AlignedFloats values(bench.model.layout.size());
  InitializeParameters(bench.model, 5, 0.0, values.data());
  for (float& value : values) value *= 20.0f;
  Masks masks(2, 1, 1);
  SetMasks(bench.model, values.data(), only_to_effect, masks);
  const auto means = [&](const WindowSource& source, size_t variable) {
    std::vector<float> found;
    Evaluator(bench.model, source).Run(values.data(), masks, [&](size_t, const Batch& batch, TileState& state) {
      for (size_t r = variable; r < batch.x.rows; r += 2) found.push_back(state.mean[r]);
    });
    return found;
  };
  EXPECT_EQ(means(bench.source, 0), means(other_source, 0));
  EXPECT_NE(means(bench.source, 1), means(other_source, 1));
}

}  // namespace
}  // namespace mask2cause
