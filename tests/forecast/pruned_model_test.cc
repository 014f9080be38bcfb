// Pruned forecasters that are saved, loaded and asked for forecasts.
#include "forecast/pruned_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "core/sealed_file.h"
#include "data/temp_folder.h"
#include "forecast/star.h"
#include "mask2cause/forecast.h"

namespace mask2cause {
namespace {

constexpr SealedKind kFile = {"M2CPRUNE", 1, "pruned forecaster"};

std::vector<PruneOptions> EveryKind() {
  std::vector<PruneOptions> all = {PruneWith("linear"), PruneWith("mlp"), PruneWith("arimax")};
  for (const char* shape : {"short", "deep", "generic"}) {
    all.push_back(PruneWith("nbeats"));
    all.back().nbeats = shape;
  }
  all.push_back(PruneWith("arimax"));
  all.back().ar = 2;
  all.back().ma = 1;
  return all;
}

ForecastOptions Steps(size_t steps, size_t paths = 200) {
  ForecastOptions options;
  options.steps = steps;
  options.paths = paths;
  options.threads = 1;
  return options;
}

// a follows its own past, and b is white.
Dataset Fading(size_t rows) {
  Rng random(9);
  std::vector<float> values;
  double a = 0.0;
  for (size_t r = 0; r < rows; ++r) {
    a = 0.8 * a + random.Normal();
    values.insert(values.end(), {static_cast<float>(5.0 + 2.0 * a), static_cast<float>(random.Normal())});
  }
  return MakeDataset(values, {"a", "b"});
}

TEST(PrunedModel, SavedAndLoadedItIsTheSame) {
  const Dataset data = Star(120);
  const TempFolder folder;
  const std::string path = folder.path() + "/pruned.m2p";
  for (PruneOptions options : EveryKind()) {
    SCOPED_TRACE(options.model + " " + options.nbeats);
    for (const size_t lags : {1, 2}) {
      options.lags = lags;
      const PruneReport report = Prune(data, kStarGraph, options);
      SavePruned(report, path);
      EXPECT_TRUE(IsPrunedModel(path));
      const auto loaded = LoadPruned(path);
      EXPECT_EQ(PrunedModelBytes(*loaded), PrunedModelBytes(*report.model));
      EXPECT_EQ(ToJson(MakeForecast(*loaded, data, Steps(3))), ToJson(MakeForecast(*report.model, data, Steps(3))));
      EXPECT_EQ(ToJson(RunBacktest(*loaded, data)), ToJson(RunBacktest(*report.model, data)));
    }
  }
}

// The same rows, the same errors as in the table of `prune`.
TEST(PrunedModel, BacktestAgreesWithTheReport) {
  const Dataset data = Star(300);
  for (const PruneOptions& options : EveryKind()) {
    SCOPED_TRACE(options.model + " " + options.nbeats);
    const PruneReport report = Prune(data, kStarGraph, options);
    const Backtest backtest = RunBacktest(*report.model, data);
    ASSERT_EQ(backtest.forecasters.size(), 4u);
    EXPECT_EQ(backtest.forecasters[0].name, "model");
    EXPECT_EQ(backtest.forecasters[1].name, "unpruned");
    EXPECT_NEAR(backtest.forecasters[0].mean.mse, report.pruned_mse, 1e-9);
    EXPECT_NEAR(backtest.forecasters[1].mean.mse, report.full_mse, 1e-9);
    EXPECT_EQ(backtest.test_rows, report.test_rows);
  }
}

// A forecast starts from a few last rows, a walk sees them all: what an ARIMAX remembers must be the same.
TEST(PrunedModel, TheFirstStepRemembersWhatAWalkDoes) {
  const Dataset data = Star(200);
  std::vector<float> longer(data.values.data(), data.values.data() + data.values.size());
  longer.insert(longer.end(), 3, 1e6f);  // nobody may look at this row
  for (const PruneOptions& options : EveryKind()) {
    SCOPED_TRACE(options.model + " " + options.nbeats);
    const auto model = Prune(data, kStarGraph, options).model;
    const Forecast forecast = MakeForecast(*model, data, Steps(1));
    const std::vector<Component> walked =
        PrunedForecast(*model, PrunedForecast::Form::kPruned).Components(0, MakeDataset(longer, data.names));
    for (size_t v = 0; v < 3; ++v) {
      const Component& same = walked[walked.size() - 3 + v];
      EXPECT_NEAR(forecast.mean[v], same.mean, options.ma > 0 ? 1e-3 : 1e-6);  // a moving average fades
      EXPECT_NEAR(forecast.sd[v], same.scale, 1e-12);
    }
  }
}

TEST(PrunedModel, FurtherStepsFadeIntoTheMeanAndSpread) {
  const Dataset data = Fading(3000);
  const auto model = Prune(data, {0, 0, 0, 0}, PruneWith("linear")).model;
  const Forecast forecast = MakeForecast(*model, data, Steps(30, 4000));
  for (const size_t step : {1, 2, 5, 30}) {
    const double sd = 2.0 * std::sqrt((1.0 - std::pow(0.64, step)) / 0.36);
    EXPECT_NEAR(forecast.sd[(step - 1) * 2], sd, 0.08 * sd) << step;
  }
  EXPECT_NEAR(forecast.mean[29 * 2], 5.0, 0.8);
  EXPECT_NEAR(forecast.sd[29 * 2 + 1], 1.0, 0.06);
}

TEST(PrunedModel, ItsIntervalsCoverWhatTheySay) {
  const Dataset data = Fading(3000);
  for (const char* name : {"linear", "arimax"}) {
    const Backtest backtest = RunBacktest(*Prune(data, {0, 0, 0, 0}, PruneWith(name)).model, data);
    EXPECT_NEAR(backtest.forecasters[0].mean.coverage, 0.9, 0.03) << name;
  }
}

TEST(PrunedModel, WithoutAllFullFitsTheUnprunedRowIsMissingAndSaid) {
  PruneOptions options = PruneWith("arimax");
  options.lags = 2;
  const Dataset data = Star(14);  // too few rows for the full ones
  const auto model = Prune(data, kStarGraph, options).model;
  ASSERT_NE(model, nullptr);
  const Backtest backtest = RunBacktest(*model, data);
  EXPECT_EQ(backtest.forecasters.size(), 3u);
  EXPECT_EQ(backtest.warnings.size(), 1u);
}

TEST(PrunedModel, AFailedForecasterIsNotSaved) {
  PruneOptions options = PruneWith("arimax");
  options.lags = 2;
  const TempFolder folder;
  const std::string path = folder.path() + "/pruned.m2p";
  ExpectError(ErrorOf([&] { SavePruned(Prune(Star(9), kStarGraph, options), path); }), ErrorKind::kData,
              {"pruned.m2p", "'v0'", "unknowns"});
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(PrunedModel, RefusesOtherVariablesAndTooFewRows) {
  const Dataset data = Star(100);
  PruneOptions options = PruneWith("linear");
  options.lags = 4;
  const auto model = Prune(data, kStarGraph, options).model;
  ExpectError(ErrorOf([&] { MakeForecast(*model, Fading(100), Steps(1)); }), ErrorKind::kData, {"'v0'"});
  ExpectError(ErrorOf([&] { RunBacktest(*model, Fading(100)); }), ErrorKind::kData, {"'v0'"});
  ExpectError(ErrorOf([&] { MakeForecast(*model, Star(3), Steps(1)); }), ErrorKind::kData, {"3 rows", "looks back 4"});
  ExpectError(ErrorOf([&] { RunBacktest(*model, Star(10)); }), ErrorKind::kData, {"10 rows"});
  ExpectError(ErrorOf([&] { MakeForecast(*model, data, Steps(0)); }), ErrorKind::kUsage, {"--steps 0"});
}

std::string Payload(const PrunedModel& model) {
  const std::string bytes = PrunedModelBytes(model);
  return bytes.substr(24, bytes.size() - 32);
}

TEST(PrunedModel, DamagedAndForeignFilesAreRefused) {
  const TempFolder folder;
  const auto model = Prune(Star(60), kStarGraph, PruneWith("arimax")).model;
  const std::string bytes = PrunedModelBytes(*model);
  for (size_t size = 0; size < bytes.size(); size += 7) {
    const std::string path = folder.Write("cut.m2p", bytes.substr(0, size));
    ExpectError(ErrorOf([&] { LoadPruned(path); }), ErrorKind::kData, {"cut.m2p"});
  }
  for (size_t at = 0; at < bytes.size(); at += 5) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    const std::string path = folder.Write("flipped.m2p", flipped);
    ExpectError(ErrorOf([&] { LoadPruned(path); }), ErrorKind::kData, {"flipped.m2p"});
  }
  const std::string foreign = folder.Write("model.m2c", SealedBytes({"M2CMODEL", 2, ""}, Payload(*model)));
  EXPECT_FALSE(IsPrunedModel(foreign));
  ExpectError(ErrorOf([&] { LoadPruned(foreign); }), ErrorKind::kData, {"model.m2c", "pruned forecaster"});
  ExpectError(ErrorOf([&] { LoadPruned(folder.path() + "/none"); }), ErrorKind::kFile, {"none"});
}

// A payload under a checksum that fits, with eight bytes of it replaced: refused, or a model that says so itself.
TEST(PrunedModel, NonsenseUnderAGoodChecksumIsRefusedOrHarmless) {
  const TempFolder folder;
  const Dataset data = Star(60);
  const std::string payload = Payload(*Prune(data, kStarGraph, PruneWith("arimax")).model);
  const double not_a_number = std::nan("");
  const uint64_t huge = uint64_t{1} << 60;
  size_t refused = 0;
  for (size_t at = 0; at + 8 <= payload.size(); at += 8) {
    for (const void* wrong : {static_cast<const void*>(&not_a_number), static_cast<const void*>(&huge)}) {
      std::string changed = payload;
      std::memcpy(changed.data() + at, wrong, 8);
      const std::string path = folder.Write("odd.m2p", SealedBytes(kFile, changed));
      const std::string error = ErrorOf([&] { MakeForecast(*LoadPruned(path), data, Steps(2, 5)); });
      if (error.empty()) continue;
      EXPECT_TRUE(error.starts_with("3|") || error.starts_with("5|")) << error;
      ++refused;
    }
  }
  EXPECT_GT(refused, 20u);
  const std::string longer = folder.Write("longer.m2p", SealedBytes(kFile, payload + "12345678"));
  ExpectError(ErrorOf([&] { LoadPruned(longer); }), ErrorKind::kData, {"8 bytes too many"});
}

}  // namespace
}  // namespace mask2cause
