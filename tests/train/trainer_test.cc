// One member: what it minimises, how it goes back when the loss explodes, and that a saved state goes on as if never
// saved.
#include "train/trainer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/trained_model.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

std::vector<float> ValuesOf(const Trainer& trainer) {
  const AlignedFloats& values = trainer.values();
  return {values.begin(), values.end()};
}

TrainOptions BareOptions() {
  TrainOptions options;
  options.dropout = 0.0;
  options.lambda = 0.0;
  options.epochs = 2;
  return options;
}

// The untrained network as a model, so that Predict tells what the first step must have seen.
TrainedModel Untrained(const TrainerBench& bench) {
  TrainedModel model;
  model.config = bench.model.config;
  model.names = bench.data.names;
  model.scaler = bench.scaler;
  model.members = {ValuesOf(bench.trainer)};
  return model;
}

TEST(Trainer, LossIsTheMeanSquaredErrorOverObservedTargetsOnly) {
  TrainOptions options = BareOptions();
  options.batch = 1000;
  TrainerBench bench(WithMissingCells(CauseAndEffect(120), 0.3), SmallConfig(), options);
  const Predictions predicted = Predict(Untrained(bench), bench.data);
  double observed = 0.0, sum = 0.0, sum_with_zeros = 0.0;
  for (size_t w = 0; w < predicted.target_rows.size(); ++w) {
    for (size_t i = 0; i < 2; ++i) {
      const size_t row = predicted.target_rows[w];
      const bool missing = bench.data.is_missing(row, i);
      const double target = missing ? bench.scaler.mean[i] : static_cast<double>(bench.data.at(row, i));
      const double error = (target - predicted.mean[w * 2 + i]) * bench.scaler.inverse_sd[i];
      observed += missing ? 0.0 : 1.0;
      sum += missing ? 0.0 : error * error;
      sum_with_zeros += error * error;
    }
  }
  bench.trainer.Step();
  EXPECT_NEAR(bench.trainer.last_loss(), sum / observed, 1e-5 * sum / observed);
  const double if_filled = sum_with_zeros / static_cast<double>(predicted.mean.size());
  EXPECT_GT(std::abs(bench.trainer.last_loss() - if_filled), 1e-3);
}

TEST(Trainer, ABatchLargerThanTheDataIsAllOfThem) {
  TrainOptions options = BareOptions();
  options.batch = 500;
  TrainerBench bench(CauseAndEffect(40), SmallConfig(), options);
  EXPECT_EQ(bench.trainer.total_steps(), 2u);
  while (!bench.trainer.done()) bench.trainer.Step();
  EXPECT_EQ(bench.trainer.epoch_losses().size(), 2u);
  EXPECT_LT(bench.trainer.epoch_losses()[1], bench.trainer.epoch_losses()[0]);
}

TEST(Trainer, TheLastShortBatchIsKept) {
  TrainOptions options = BareOptions();
  options.batch = 16;
  TrainerBench bench(CauseAndEffect(40), SmallConfig(), options);  // 38 windows: 16 + 16 + 6
  EXPECT_EQ(bench.trainer.total_steps(), 6u);
}

TEST(Trainer, OneWindowIsEnough) {
  TrainerBench bench(CauseAndEffect(3), SmallConfig(), BareOptions());
  EXPECT_EQ(bench.trainer.total_steps(), 2u);
  while (!bench.trainer.done()) bench.trainer.Step();
  for (const double loss : bench.trainer.epoch_losses()) EXPECT_TRUE(std::isfinite(loss));
}

TEST(Trainer, WindowsNeverCrossTrajectories) {
  // The value tells the trajectory and the row in it.
  std::vector<float> values;
  const std::vector<size_t> lengths = {7, 2, 5, 3};
  for (size_t t = 0; t < lengths.size(); ++t) {
    for (size_t r = 0; r < lengths[t]; ++r) values.insert(values.end(), {100.0f * t + r, -100.0f * t - r});
  }
  const Dataset data = MakeDataset(values, {"a", "b"}, lengths);
  const Scaler raw{{0.0, 0.0}, {1.0, 1.0}};
  const std::vector<size_t> variables = {0, 1};
  const WindowSource source(data, raw, variables, 2);
  ASSERT_EQ(source.windows(), 5u + 0u + 3u + 1u);
  WindowSource::Buffer buffer;
  for (uint32_t w = 0; w < source.windows(); ++w) {
    const Batch batch = source.Gather({&w, 1}, buffer);
    EXPECT_EQ(batch.x.row(0)[1], batch.x.row(0)[0] + 1.0f);
    EXPECT_EQ(batch.target[0], batch.x.row(0)[0] + 2.0f);
    EXPECT_EQ(batch.target[1], batch.x.row(1)[0] - 2.0f);
  }
}

// How a training at this rate went.
struct Outcome {
  size_t retreats = 0;
  bool failed = false;
  std::string message;
};

Outcome TrainAt(double rate) {
  TrainOptions options = BareOptions();
  options.learning_rate = rate;
  options.epochs = 2;
  TrainerBench bench(CauseAndEffect(80), SmallConfig(), options);
  const std::vector<float> start = ValuesOf(bench.trainer);
  Outcome outcome;
  try {
    while (!bench.trainer.done()) {
      const uint64_t before = bench.trainer.step();
      bench.trainer.Step();
      if (bench.trainer.step() > before) continue;
      ++outcome.retreats;
      if (bench.trainer.epoch_losses().empty()) {
        EXPECT_EQ(ValuesOf(bench.trainer), start) << "the first good state is the start";
        EXPECT_EQ(bench.trainer.step(), 0u);
      }
    }
    for (const float value : ValuesOf(bench.trainer)) EXPECT_TRUE(std::isfinite(value));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNumerical);
    outcome.failed = true;
    outcome.message = error.what();
  }
  return outcome;
}

TEST(Trainer, GivesUpAfterThreeRetreatsAndNamesStepAndVariable) {
  const Outcome outcome = TrainAt(1e30);
  EXPECT_TRUE(outcome.failed);
  EXPECT_EQ(outcome.retreats, 3u);
  EXPECT_TRUE(Says(outcome.message, "not finite at step 2 (epoch 1)")) << outcome.message;
  EXPECT_TRUE(Says(outcome.message, "'cause'") || Says(outcome.message, "'effect'")) << outcome.message;
}

TEST(Trainer, ARetreatThatHelpsEndsWell) {
  // Somewhere between harmless and hopeless lies a rate that explodes, but not when halved up to three times.
  bool saved = false;
  for (int exponent = 10; exponent < 100; ++exponent) {
    const Outcome outcome = TrainAt(std::ldexp(1.0, exponent));
    EXPECT_LE(outcome.retreats, 3u);
    saved |= !outcome.failed && outcome.retreats > 0;
  }
  EXPECT_TRUE(saved);
  EXPECT_EQ(TrainAt(1e-3).retreats, 0u);
}

TEST(Trainer, ASavedStateGoesOnAsIfItHadNotBeenSaved) {
  TrainOptions options = BareOptions();
  options.dropout = 0.2;
  options.schedule = Schedule::kCosine;
  options.epochs = 4;
  options.batch = 16;
  options.gate_records = 3;
  TrainerBench whole(CauseAndEffect(80), SmallConfig(Objective::kStudentT), options);
  while (!whole.trainer.done()) whole.trainer.Step();
  for (const uint64_t stop : {1u, 5u, 7u, 20u}) {
    TrainerBench first(CauseAndEffect(80), SmallConfig(Objective::kStudentT), options);
    while (first.trainer.step() < std::min<uint64_t>(stop, first.trainer.total_steps())) first.trainer.Step();
    ByteWriter out;
    first.trainer.Save(out);
    TrainerBench second(CauseAndEffect(80), SmallConfig(Objective::kStudentT), options);
    ByteReader in(out.bytes(), "memory");
    second.trainer.Load(in);
    while (!second.trainer.done()) second.trainer.Step();
    EXPECT_EQ(ValuesOf(second.trainer), ValuesOf(whole.trainer)) << stop;
    EXPECT_EQ(second.trainer.epoch_losses(), whole.trainer.epoch_losses()) << stop;
    ASSERT_EQ(second.trainer.gate_records().size(), 3u) << stop;
    for (size_t moment = 0; moment < 3; ++moment) {
      EXPECT_EQ(second.trainer.gate_records()[moment].epochs, 2 * moment) << stop;
      EXPECT_EQ(second.trainer.gate_records()[moment].gates, whole.trainer.gate_records()[moment].gates) << stop;
    }
  }
}

}  // namespace
}  // namespace mask2cause
