#include <cmath>

#include "rivals/gate_graph.h"
#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions CutsPlus() {
  DiscoverOptions options;
  options.method = "cuts+";
  options.lags = 1;
  return options;
}

TEST(CutsPlus, FindsKnownGraphs) {
  DiscoverOptions options = CutsPlus();
  options.rival_penalty = "0.3";
  ExpectTrueEdgesOnTop(options, 1000);
}

TEST(CutsPlus, HasGoodManners) {
  DiscoverOptions options = CutsPlus();
  options.rival_steps = "3";
  ExpectGoodManners(options);
}

DiscoverOptions Cuts() {
  DiscoverOptions options;
  options.method = "cuts";
  options.lags = 1;
  options.rival_width = "16";
  return options;
}

TEST(CutsPlus, LooksAtStretchesOfItsOwn) {
  ExpectOwnStretches(CutsPlus(), "3", 4);
  ExpectOwnStretches(Cuts(), "1", 2);
}

TEST(Cuts, FindsKnownGraphs) {
  ExpectTrueEdgesOnTop(Cuts(), 1000);
}

TEST(Cuts, ForbiddenSourcesAreNotSeen) {
  ExpectForbiddenSourcesUnseen(Cuts());
}

TEST(Cuts, HasGoodManners) {
  DiscoverOptions options = Cuts();
  options.rival_steps = "4";
  ExpectGoodManners(options);
}

struct Samples {
  AlignedFloats memory;
  Matrix matrix;
  Samples(size_t rows, size_t cols) : memory(rows * kLane), matrix{memory.data(), rows, cols, kLane} {}
  double Mean(size_t target, size_t source, size_t variables) const {
    double sum = 0.0;
    for (size_t r = target; r < matrix.rows; r += variables) sum += matrix.row(r)[source];
    return sum * static_cast<double>(variables) / static_cast<double>(matrix.rows);
  }
};

TEST(GateGraph, SamplesAreAsLikelyAsTheGatesSay) {
  constexpr size_t kVariables = 3, kSamples = 20000;
  std::vector<char> forbidden(9, 0);
  forbidden[1 * 3 + 2] = 1;
  const GateGraph graph(kVariables, 32, 0.5f, forbidden);
  const double p = 1.0 / (1.0 + std::exp(-0.5));
  EXPECT_NEAR(graph.Probability(0, 1), p, 1e-6);
  Samples gates(kSamples * kVariables, kVariables), slopes(kSamples * kVariables, kVariables);
  graph.SampleBernoulli(1, 1, gates.matrix);
  EXPECT_NEAR(gates.Mean(0, 1, kVariables), p, 0.015);
  EXPECT_EQ(gates.Mean(1, 2, kVariables), 0.0);
  graph.SampleGumbel(1, 2, {}, gates.matrix, slopes.matrix);
  EXPECT_NEAR(gates.Mean(2, 0, kVariables), 1.0 / (1.0 + std::exp(1.0 - 2.0 * p)), 0.015);
  EXPECT_EQ(gates.Mean(1, 2, kVariables), 0.0);
  EXPECT_EQ(slopes.Mean(1, 2, kVariables), 0.0);
}

// d/dp of the soft sample, averaged over the noise, is d/dp of its mean; at any temperature.
TEST(GateGraph, SlopesAreDerivativesOfTheSoftSample) {
  constexpr size_t kSamples = 40000;
  const GateGraph graph(2, 2, 0.5f, {});
  Samples gates(kSamples * 2, 2), slopes(kSamples * 2, 2);
  const double p = graph.Probability(0, 0);
  for (const double temperature : {1.0, 0.4}) {
    graph.SampleGumbel(3, 1, {temperature, false}, gates.matrix, slopes.matrix);
    const auto mean_soft = [temperature](double q) {
      double sum = 0.0;
      for (size_t k = 0; k < 100000; ++k) {
        const double u = (static_cast<double>(k) + 0.5) / 100000.0;
        sum += 1.0 / (1.0 + std::exp(-(2.0 * q - 1.0 + std::log(u / (1.0 - u))) / temperature));
      }
      return sum / 100000.0;
    };
    EXPECT_NEAR(gates.Mean(0, 0, 2), mean_soft(p), 0.01);
    EXPECT_NEAR(slopes.Mean(0, 0, 2), (mean_soft(p + 1e-4) - mean_soft(p - 1e-4)) / 2e-4, 0.01);
  }
}

// Before a split all sources of a group have one gate; after it each child alone is less likely.
TEST(GateGraph, GroupsSplitUntilEachSourceHasItsOwnGate) {
  GateGraph graph(5, 2, 0.5f, {});
  std::vector<double> dp(25, 0.0);
  dp[0 * 5 + 0] = -1.0;  // the first group of sources should open for target 0
  for (int step = 0; step < 50; ++step) graph.Update(dp, 0.0, 0.05);
  EXPECT_EQ(graph.Probability(0, 0), graph.Probability(0, 2));
  EXPECT_GT(graph.Probability(0, 0), graph.Probability(0, 4));
  const double before = graph.Probability(0, 0);
  graph.Split();
  graph.Split();
  EXPECT_LT(graph.Probability(0, 0), before);
  for (int step = 0; step < 50; ++step) graph.Update(dp, 0.0, 0.05);
  EXPECT_GT(graph.Probability(0, 0), graph.Probability(0, 1));
}

// What makes two children as likely as their parent is taken for a logit, as the authors do.
TEST(GateGraph, AChildStartsAtTheAuthorsLogit) {
  GateGraph graph(4, 2, 0.7f, {});
  const double p = 1.0 / (1.0 + std::exp(-0.7)), logit = 1.0 - std::sqrt(1.0 - p);
  graph.Split();
  EXPECT_NEAR(graph.Probability(1, 3), 1.0 / (1.0 + std::exp(-logit)), 1e-6);
  EXPECT_EQ(graph.size(), 16u);
  graph.Split();  // each source has its own already
  EXPECT_NEAR(graph.Probability(1, 3), 1.0 / (1.0 + std::exp(-logit)), 1e-6);
}

TEST(GateGraph, ThePenaltyClosesGates) {
  GateGraph graph(3, 3, 0.5f, {});
  const double before = graph.Probability(1, 2);
  for (int step = 0; step < 20; ++step) graph.Update(std::vector<double>(9, 0.0), 0.1, 0.05);
  EXPECT_LT(graph.Probability(1, 2), before);
}

}  // namespace
}  // namespace mask2cause
