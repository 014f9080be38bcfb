#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mask2cause/error.h"
#include "methods/pcmci_links.h"
#include "methods/series.h"

namespace mask2cause {
namespace {

PcmciLinks LinksOf(const Dataset& data, size_t lags, double pc_alpha) {
  const Scaler scaler = FitScaler(data);
  const UsableVariables variables = FindUsableVariables(data);
  DiscoverOptions options;
  options.lags = lags;
  options.pc_alpha = pc_alpha;
  ThreadPool pool(1);
  const Progress silent;
  ProgressMeter meter(silent, "fitting");
  const std::vector<double> no_knowledge;
  return FindPcmciLinks({data, scaler, variables.usable, options, pool, no_knowledge, meter});
}

TEST(Pcmci, AgreesWithTigramite) {
  std::ifstream file(MASK2CAUSE_FIXTURES "/methods/pcmci.json");
  const nlohmann::json fixture = nlohmann::json::parse(file);
  ASSERT_EQ(fixture.at("cases").size(), 5u);
  for (const nlohmann::json& c : fixture.at("cases")) {
    const Dataset data = MakeDataset(c.at("values").get<std::vector<float>>(), Names(c.at("variables")),
                                     c.at("lengths").get<std::vector<size_t>>());
    const PcmciLinks links = LinksOf(data, c.at("lags"), c.at("pc_alpha"));
    const auto values = c.at("mci").get<std::vector<double>>(), p = c.at("p").get<std::vector<double>>();
    ASSERT_EQ(links.values.size(), values.size());
    for (size_t at = 0; at < values.size(); ++at) {
      EXPECT_NEAR(links.values[at], values[at], 1e-6) << c.at("name") << " " << at;
      EXPECT_NEAR(links.p_values[at], p[at], 1e-6) << c.at("name") << " " << at;
      EXPECT_NEAR(links.p_values[at] / p[at], 1.0, 1e-4) << c.at("name") << " " << at;
    }
  }
}

// The p-value of a pair is that of its best lag, made larger by the number of lags.
TEST(Pcmci, FalseAlarmsOfIndependentSeriesAreAsRareAsPromised) {
  DiscoverOptions options;
  options.method = "pcmci";
  options.lags = 2;
  size_t below = 0, tests = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data =
        Generate(5, 200, 100 + seed, [](const Rows& x, size_t t, size_t v) { return 0.5 * x[t - 1][v]; });
    for (const Edge& edge : Discover(data, options).edges) {
      below += edge.p < 0.05;
      ++tests;
    }
  }
  EXPECT_NEAR(static_cast<double>(below) / static_cast<double>(tests), 0.05, 0.02);
}

TEST(Pcmci, TrajectoriesShorterThanTwiceTheLagsAreAnErrorThatSaysSo) {
  const Dataset long_enough = Generate(2, 60, 3, [](const Rows&, size_t, size_t) { return 0.0; });
  const std::vector<float> values(long_enough.values.data(), long_enough.values.data() + 120);
  const Dataset data = MakeDataset(values, Names(2), std::vector<size_t>(10, 6));
  DiscoverOptions options;
  options.method = "pcmci";
  options.lags = 3;
  try {
    Discover(data, options);
    FAIL() << "tested links without rows";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_NE(std::string(error.what()).find("pcmci needs 6 rows"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("--lags"), std::string::npos);
  }
  options.lags = 2;
  EXPECT_NO_THROW(Discover(data, options));
  options.lags = 0;  // the data decide, and know how far back it looks
  EXPECT_EQ(Discover(data, options).options.lags, 2u);
}

TEST(Pcmci, LagsLeftToTheDataLeaveWindowsOfAFewRows) {
  DiscoverOptions options;
  options.method = "pcmci";
  for (const size_t rows : {6, 7, 8, 9, 10}) {
    const Dataset data = Generate(2, rows, 3, [](const Rows&, size_t, size_t) { return 0.0; });
    EXPECT_LE(2 * Discover(data, options).options.lags + 3, rows) << rows;
  }
}

TEST(Pcmci, WarnsOfTrajectoriesThatAreTooShortForTwiceTheLags) {
  const Dataset all = Generate(2, 65, 3, [](const Rows&, size_t, size_t) { return 0.0; });
  const std::vector<float> values(all.values.data(), all.values.data() + 130);
  const Dataset data = MakeDataset(values, Names(2), std::vector<size_t>{5, 5, 5, 50});
  DiscoverOptions options;
  options.method = "pcmci";
  options.lags = 3;
  const Result result = Discover(data, options);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_NE(result.warnings[0].find("3 of 4 trajectories are too short"), std::string::npos) << result.warnings[0];
}

}  // namespace
}  // namespace mask2cause
