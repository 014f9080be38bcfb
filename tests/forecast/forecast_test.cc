#include "mask2cause/forecast.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "data/first_rows.h"
#include "mask2cause/error.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

std::shared_ptr<const TrainedModel> Train(const Dataset& data, const char* objective, size_t members,
                                          const std::function<void(DiscoverOptions&)>& change = {}) {
  DiscoverOptions options = QuickOptions();
  options.objective = objective;
  options.members = members;
  if (change) change(options);
  return Discover(data, options).model;
}

// With one more row, which nobody may look at.
Dataset OneRowMore(const Dataset& data) {
  std::vector<float> values(data.values.data(), data.values.data() + data.values.size());
  values.insert(values.end(), data.variables(), 1e6f);
  return MakeDataset(values, data.names);
}

// `level` plus `slope` a row, and noise; or the sum of noise.
Dataset Noise(size_t rows, double slope, bool adds_up) {
  Rng random(5);
  std::vector<float> values;
  double a = 0.0, b = 0.0;
  for (size_t r = 0; r < rows; ++r) {
    a = (adds_up ? a : 100.0 + slope * static_cast<double>(r)) + random.Normal();
    b = (adds_up ? b : -slope * static_cast<double>(r)) + random.Normal();
    values.insert(values.end(), {static_cast<float>(a), static_cast<float>(b)});
  }
  return MakeDataset(values, {"a", "b"});
}

ForecastOptions Steps(size_t steps, size_t threads = 1) {
  ForecastOptions options;
  options.steps = steps;
  options.paths = 200;
  options.threads = threads;
  return options;
}

TEST(Forecast, HoldsTheRowsBeforeItInTheUnitsOfTheData) {
  const Dataset data = Noise(80, 0.0, true);
  const auto model = Train(data, "nll", 1, [](DiscoverOptions& options) { options.difference = true; });
  const Forecast forecast = MakeForecast(*model, data, Steps(2));
  ASSERT_EQ(forecast.recent.size(), 40 * 2u);
  for (size_t i = 0; i < forecast.recent.size(); ++i) {
    EXPECT_EQ(static_cast<float>(forecast.recent[i]), data.at(40 + i / 2, i % 2));
  }
  EXPECT_EQ(MakeForecast(*model, data, Steps(15)).recent.size(), 60 * 2u);
  EXPECT_EQ(MakeForecast(*model, data, Steps(30)).recent.size(), 80 * 2u);
}

TEST(Forecast, TheFirstStepIsWhatTheMembersPredict) {
  const Dataset data = CauseAndEffect(80);
  for (const char* objective : {"mse", "nll", "dual", "student-t", "laplace"}) {
    SCOPED_TRACE(objective);
    const auto model = Train(data, objective, 2);
    const Forecast forecast = MakeForecast(*model, data, Steps(3));
    const Predictions predictions = Predict(*model, OneRowMore(data));
    ASSERT_EQ(predictions.target_rows.back(), 80u);
    for (size_t v = 0; v < 2; ++v) {
      EXPECT_NEAR(forecast.mean[v], predictions.mean[predictions.mean.size() - 2 + v], 1e-9);
    }
    ASSERT_EQ(forecast.mean.size(), 6u);
    for (size_t cell = 0; cell < 6; ++cell) {
      EXPECT_GT(forecast.sd[cell], 0.0);
      for (size_t i = 1; i < 5; ++i) EXPECT_LT(forecast.quantiles[cell * 5 + i - 1], forecast.quantiles[cell * 5 + i]);
    }
    EXPECT_EQ(forecast.warnings.empty(), std::string(objective) != "mse");
  }
}

TEST(Forecast, TheFirstStepDoesNotDependOnHowManyFollow) {
  const Dataset data = CauseAndEffect(80);
  const auto model = Train(data, "nll", 3);
  const Forecast one = MakeForecast(*model, data, Steps(1)), five = MakeForecast(*model, data, Steps(5));
  for (size_t v = 0; v < 2; ++v) {
    EXPECT_EQ(one.mean[v], five.mean[v]);
    EXPECT_EQ(one.sd[v], five.sd[v]);
  }
}

TEST(Forecast, ChangesAddUpFromTheLastValue) {
  const Dataset data = Noise(300, 0.0, true);
  const auto model = Train(data, "nll", 1, [](DiscoverOptions& o) {
    o.difference = true;
    o.epochs = 30;
  });
  const Forecast forecast = MakeForecast(*model, data, Steps(16));
  for (size_t v = 0; v < 2; ++v) {
    EXPECT_NEAR(forecast.mean[v], static_cast<double>(data.at(299, v)), 1.0);
    EXPECT_NEAR(forecast.sd[15 * 2 + v] / forecast.sd[v], 4.0, 1.2);  // the root of sixteen steps
  }
}

TEST(Forecast, ATrendThatWasTakenOutGoesOn) {
  const Dataset data = Noise(200, 0.5, false);
  const auto model = Train(data, "nll", 1, [](DiscoverOptions& o) { o.detrend = true; });
  const Forecast forecast = MakeForecast(*model, data, Steps(40));
  EXPECT_NEAR(forecast.mean[0], 200.0, 2.0);       // row 200, counted from 0
  EXPECT_NEAR(forecast.mean[39 * 2], 219.5, 2.0);  // row 239
  EXPECT_NEAR(forecast.mean[39 * 2 + 1], -119.5, 2.0);
}

TEST(Forecast, SameBytesForAnyNumberOfThreads) {
  const Dataset data = CauseAndEffect(80);
  const auto model = Train(data, "student-t", 3);
  const std::string one = ToJson(MakeForecast(*model, data, Steps(4)));
  for (const size_t threads : {2, 5}) EXPECT_EQ(ToJson(MakeForecast(*model, data, Steps(4, threads))), one);
}

TEST(Forecast, MissingLastCellsAreSurvived) {
  const Dataset data = WithMissingCells(CauseAndEffect(120), 0.3);
  const Forecast forecast = MakeForecast(*Train(data, "nll", 1), data, Steps(3));
  for (const double mean : forecast.mean) EXPECT_TRUE(std::isfinite(mean));
}

ErrorKind Refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint().empty());
    return error.kind();
  }
  ADD_FAILURE() << "not refused";
  return ErrorKind::kFile;
}

TEST(Forecast, RefusesWhatMakesNoSense) {
  const Dataset data = CauseAndEffect(80);
  const auto model = Train(data, "nll", 1);
  EXPECT_EQ(Refusal([&] { MakeForecast(*model, data, Steps(0)); }), ErrorKind::kUsage);
  EXPECT_EQ(Refusal([&] { MakeForecast(*model, data, Steps(size_t{1} << 40)); }), ErrorKind::kUsage);
  EXPECT_EQ(Refusal([&] { MakeForecast(*model, Noise(80, 0.0, false), Steps(1)); }), ErrorKind::kData);
  EXPECT_EQ(Refusal([&] { MakeForecast(*model, CauseAndEffect(1), Steps(1)); }), ErrorKind::kData);
  EXPECT_EQ(Refusal([&] { RunBacktest(*model, Noise(80, 0.0, false)); }), ErrorKind::kData);
  EXPECT_EQ(Refusal([&] { RunBacktest(*model, CauseAndEffect(6)); }), ErrorKind::kData);
  BacktestOptions all;
  all.share = 1.0;
  EXPECT_EQ(Refusal([&] { RunBacktest(*model, data, all); }), ErrorKind::kUsage);
  EXPECT_EQ(Refusal([] { CheckForecastFile("forecast.txt"); }), ErrorKind::kUsage);
}

TEST(Backtest, FiguresOfTheLastValueAreThoseByHand) {
  const Dataset data = CauseAndEffect(100);
  const Backtest backtest = RunBacktest(*Train(data, "nll", 1), data);
  ASSERT_EQ(backtest.test_rows, 20u);
  double squares = 0.0, absolute = 0.0, before = 0.0;
  for (size_t r = 2; r < 100; ++r) {
    const double error = static_cast<double>(data.at(r, 1)) - static_cast<double>(data.at(r - 1, 1));
    if (r < 80) before += std::abs(error) / 78.0;
    if (r < 80) continue;
    squares += error * error / 20.0;
    absolute += std::abs(error) / 20.0;
  }
  const BacktestForecaster& naive = backtest.forecasters.back();
  ASSERT_EQ(naive.name, "naive");
  EXPECT_NEAR(naive.variables[1].mse, squares, 1e-9);
  EXPECT_NEAR(naive.variables[1].mae, absolute, 1e-9);
  EXPECT_NEAR(naive.variables[1].mase, absolute / before, 1e-9);
}

TEST(Backtest, AModelThatKnowsTheSystemBeatsTheLastValueAndCoversWhatItSays) {
  const Dataset train = CauseAndEffect(800), data = CauseAndEffect(1000);  // the same rows and 200 more
  const auto model = Train(train, "nll", 1, [](DiscoverOptions& o) { o.epochs = 30; });
  const Backtest backtest = RunBacktest(*model, data);
  const BacktestScore network = backtest.forecasters[0].variables[1], var = backtest.forecasters[1].variables[1],
                      naive = backtest.forecasters[2].variables[1];
  EXPECT_NEAR(var.mse, 0.09, 0.03);
  EXPECT_LT(network.mse, 0.5 * naive.mse);
  EXPECT_LT(network.crps, naive.crps);
  for (const BacktestForecaster& one : backtest.forecasters) {
    EXPECT_NEAR(one.mean.coverage, 0.9, 0.06) << one.name;
    EXPECT_LT(one.mean.crps, one.mean.mae) << one.name;  // a spread that fits is worth something
  }
}

// An interval that a user gets without any option but the effort: trained on the first 80 %, walked over the rest.
TEST(Backtest, NinetyPercentIntervalsOfAQuickTrainingCoverAboutThat) {
  for (const System system : {System::kVar, System::kMixed}) {
    const Dataset data = Simulate({.system = system, .variables = 5, .steps = 1000, .seed = 4}).data;
    DiscoverOptions options;
    options.effort = "quick";
    const auto model = Discover(FirstRows(data, 800), options).model;
    const double coverage = RunBacktest(*model, data).forecasters[0].mean.coverage;
    EXPECT_GT(coverage, 0.80);
    EXPECT_LT(coverage, 0.97);
  }
}

// The effect hangs on the cause alone; without that gate the network is left with less.
TEST(Backtest, ShuttingAGateThatMattersCosts) {
  const Dataset data = CauseAndEffect(1000);
  const auto model = Train(data, "nll", 1, [](DiscoverOptions& o) { o.epochs = 30; });
  BacktestOptions options;
  options.graph = {0, 0, 1, 0};
  const Backtest with_edge = RunBacktest(*model, data, options);
  options.graph = {0, 0, 0, 0};
  const Backtest without = RunBacktest(*model, data, options);
  ASSERT_EQ(with_edge.forecasters[1].name, "pruned");
  EXPECT_LT(with_edge.forecasters[1].variables[1].mse, 1.2 * with_edge.forecasters[0].variables[1].mse);
  EXPECT_GT(without.forecasters[1].variables[1].mse, 2.0 * without.forecasters[0].variables[1].mse);
}

}  // namespace
}  // namespace mask2cause
