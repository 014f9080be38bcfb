// What holds for every generator: options that make no sense are refused, and the same options give the same bytes.
#include "mask2cause/simulate.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cmath>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

SimulateOptions Small(System system) {
  SimulateOptions options;
  options.system = system;
  options.variables = 7;
  options.steps = 50;
  return options;
}

uint64_t HashOfValues(const Simulation& simulation) {
  return XXH3_64bits(simulation.data.values.data(), simulation.data.values.size() * sizeof(float));
}

// Computed once on x86-64 with g++ 12. A change here changes every data set that anyone has simulated: say so in the
// change log.
TEST(Simulate, GivesTheSameBytesOnEveryMachine) {
  EXPECT_EQ(HashOfValues(Simulate(Small(System::kVar))), 272112798632777288u);
  EXPECT_EQ(HashOfValues(Simulate(Small(System::kLorenz96))), 13265533824075616759u);
  EXPECT_EQ(HashOfValues(Simulate(Small(System::kMixed))), 2116400991112379711u);
  EXPECT_EQ(HashOfValues(Simulate(Small(System::kChain))), 8022345617297384584u);
}

TEST(Simulate, AnotherSeedGivesOtherData) {
  for (System system : {System::kVar, System::kLorenz96, System::kMixed, System::kChain}) {
    SimulateOptions options = Small(system);
    const uint64_t first = HashOfValues(Simulate(options));
    options.seed = 2;
    EXPECT_NE(HashOfValues(Simulate(options)), first);
  }
}

TEST(Simulate, ALongerSeriesKeepsItsGraphAndItsBeginning) {
  for (System system : {System::kVar, System::kLorenz96, System::kMixed, System::kChain}) {
    SimulateOptions options = Small(system);
    const Simulation brief = Simulate(options);
    options.steps = 80;
    const Simulation longer = Simulate(options);
    EXPECT_EQ(brief.graph, longer.graph);
    for (size_t i = 0; i < brief.data.values.size(); ++i) ASSERT_EQ(brief.data.values[i], longer.data.values[i]);
  }
}

TEST(Simulate, HasTheShapesThatWereAsked) {
  for (System system : {System::kVar, System::kLorenz96, System::kMixed, System::kChain}) {
    const Simulation simulation = Simulate(Small(system));
    EXPECT_EQ(simulation.data.rows, 50u);
    EXPECT_EQ(simulation.data.names.front(), "x1");
    EXPECT_EQ(simulation.data.names.back(), "x7");
    EXPECT_EQ(simulation.graph.size(), 49u);
    EXPECT_EQ(simulation.mean_graph.size(), 49u);
    EXPECT_EQ(simulation.variance_graph.size(), 49u);
    EXPECT_EQ(simulation.lag_graph.size(), simulation.max_lag * 49);
    for (size_t cell = 0; cell < 49; ++cell) {
      double any_lag = 0.0;
      for (size_t lag = 0; lag < simulation.max_lag; ++lag) {
        any_lag = std::max(any_lag, simulation.lag_graph[lag * 49 + cell]);
      }
      EXPECT_EQ(any_lag, simulation.graph[cell]);
      EXPECT_EQ(std::max(simulation.mean_graph[cell], simulation.variance_graph[cell]), simulation.graph[cell]);
    }
  }
}

TEST(Simulate, BurnInIsAThousandSamplesAndFiveHundredForMixed) {
  for (System system : {System::kVar, System::kLorenz96, System::kMixed, System::kChain}) {
    SimulateOptions options = Small(system);
    const uint64_t unset = HashOfValues(Simulate(options));
    options.burn_in = system == System::kMixed ? 500 : 1000;
    EXPECT_EQ(HashOfValues(Simulate(options)), unset);
    options.burn_in = 0;
    EXPECT_NE(HashOfValues(Simulate(options)), unset);
  }
}

void ExpectRefused(SimulateOptions options, const std::string& flag) {
  try {
    Simulate(options);
    FAIL() << "accepted a bad " << flag;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find(flag), std::string::npos) << error.what();
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST(Simulate, RefusesOptionsThatMakeNoSystem) {
  const auto refused = [](System system, const std::string& flag, auto change) {
    SimulateOptions options = Small(system);
    change(options);
    ExpectRefused(options, flag);
  };
  refused(System::kLorenz96, "--variables 3", [](SimulateOptions& o) { o.variables = 3; });
  refused(System::kChain, "--variables 2", [](SimulateOptions& o) { o.variables = 2; });
  refused(System::kVar, "--variables 1", [](SimulateOptions& o) { o.variables = 1; });
  refused(System::kMixed, "--variables 0", [](SimulateOptions& o) { o.variables = 0; });
  refused(System::kVar, "--steps 0", [](SimulateOptions& o) { o.steps = 0; });
  refused(System::kVar, "--lags 0", [](SimulateOptions& o) { o.lags = 0; });
  refused(System::kVar, "--density 1.5", [](SimulateOptions& o) { o.density = 1.5; });
  refused(System::kVar, "--density -0.1", [](SimulateOptions& o) { o.density = -0.1; });
  refused(System::kVar, "--density nan", [](SimulateOptions& o) { o.density = NAN; });
  refused(System::kMixed, "--variance-ratio 2", [](SimulateOptions& o) { o.variance_ratio = 2; });
  refused(System::kVar, "--noise 0", [](SimulateOptions& o) { o.noise = 0; });
  refused(System::kLorenz96, "--noise -1", [](SimulateOptions& o) { o.noise = -1; });
  refused(System::kLorenz96, "--forcing inf", [](SimulateOptions& o) { o.forcing = INFINITY; });
}

TEST(Simulate, SaysSoWhenTheValuesLeaveTheFiniteNumbers) {
  SimulateOptions options = Small(System::kVar);
  options.noise = 1e300;
  try {
    Simulate(options);
    FAIL() << "stored infinities";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNumerical);
  }
}

}  // namespace
}  // namespace mask2cause
