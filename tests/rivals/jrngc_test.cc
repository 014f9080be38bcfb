#include <cmath>

#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions Jrngc() {
  DiscoverOptions options;
  options.method = "jrngc";
  options.lags = 2;
  options.rival_lr = "0.01";
  options.rival_steps = "300";
  options.rival_width = "12";
  return options;
}

TEST(Jrngc, FindsKnownGraphs) {
  ExpectTrueEdgesOnTop(Jrngc());
}

TEST(Jrngc, HasGoodManners) {
  DiscoverOptions options = Jrngc();
  options.rival_steps = "20";
  ExpectGoodManners(options);
}

// Without blocks the network is linear, and its derivatives are the coefficients of the standardised series.
TEST(Jrngc, DerivativesOfALinearModelAreItsCoefficients) {
  DiscoverOptions options = Jrngc();
  options.rival_layers = "0";
  options.rival_penalty = "0";
  options.rival_steps = "1500";
  const Result result = Discover(Simulate(KnownSystems()[0], 2000), options);
  const double sd0 = std::sqrt(1.0 / (1.0 - 0.04)), cross = 0.2 * 0.8 * sd0 * sd0 / (1.0 - 0.04);
  const double variance1 = (1.0 + 0.64 * sd0 * sd0 + 2.0 * 0.2 * 0.8 * cross) / (1.0 - 0.04);
  EXPECT_NEAR(Find(result, 0, 1).score, 0.8 * sd0 / std::sqrt(variance1), 0.04);
  EXPECT_LT(Find(result, 1, 0).score, 0.08);
  EXPECT_EQ(Find(result, 0, 1).lag, 1u);
}

TEST(Jrngc, HasAnyNumberOfBlocks) {
  DiscoverOptions options = Jrngc();
  options.rival_penalty = "0.1";
  for (const char* const layers : {"0", "2", "3"}) {
    SCOPED_TRACE(layers);
    options.rival_layers = layers;
    ExpectTrueEdgesOnTop(options);
  }
}

// Errors are averaged over the targets, the penalty is on a sum: a pair must not lose its edge because others are
// there.
TEST(Jrngc, MoreVariablesDoNotMakeThePenaltyHeavier) {
  KnownSystem pairs = KnownSystems()[0];
  pairs.variables = 80;
  DiscoverOptions options = Jrngc();
  options.rival_layers = "0";
  options.rival_width = "80";
  const double alone = Find(Discover(Simulate(KnownSystems()[0], 400), options), 0, 1).score;
  EXPECT_GT(Find(Discover(Simulate(pairs, 400), options), 0, 1).score, 0.7 * alone);
}

TEST(Jrngc, ThePenaltyMakesDerivativesSmall) {
  DiscoverOptions options = Jrngc();
  const Dataset data = Simulate(KnownSystems()[0], 300);
  options.rival_penalty = "0";
  const double free = Find(Discover(data, options), 1, 0).score;
  options.rival_penalty = "0.1";
  EXPECT_LT(Find(Discover(data, options), 1, 0).score, 0.5 * free);
}

// With more windows than a step sees, steps draw theirs; the scores are still means over all of them.
TEST(Jrngc, LearnsFromBatchesOfALongRecording) {
  DiscoverOptions options = Jrngc();
  options.rival_steps = "150";
  const KnownSystem collider = KnownSystems()[3];
  const Dataset data = Simulate(collider, 2500);
  options.threads = 1;
  const Result one = Discover(data, options);
  options.threads = 3;
  EXPECT_EQ(Discover(data, options).scores.values, one.scores.values) << "the threads decide";
  const auto [worst, best] = WorstTrueBestFalse(one, collider);
  EXPECT_GT(worst, best);
}

}  // namespace
}  // namespace mask2cause
