#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "synth/mixed_system.h"
#include "synth/systems.h"

namespace mask2cause {
namespace {

SimulateOptions MixedOptions(double ratio, uint64_t seed) {
  SimulateOptions options;
  options.system = System::kMixed;
  options.steps = 5000;
  options.variance_ratio = ratio;
  options.seed = seed;
  return options;
}

Eigen::MatrixXd Dense(const LinearSystem& system) {
  const auto n = static_cast<Eigen::Index>(system.variables());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (size_t i = 0; i < system.variables(); ++i) {
    for (const LinearTerm& term : system.terms[i]) {
      matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(term.source)) += term.weight;
    }
  }
  return matrix;
}

double Radius(const Eigen::MatrixXd& matrix) {
  return matrix.eigenvalues().cwiseAbs().maxCoeff();
}

TEST(Mixed, SecondMomentsAreFiniteForAnySeedSizeAndRatio) {
  for (double ratio : {0.0, 0.5, 0.75, 1.0}) {
    for (size_t variables : {5, 10, 40}) {
      for (uint64_t seed = 1; seed <= 20; ++seed) {
        SimulateOptions options = MixedOptions(ratio, seed);
        options.variables = variables;
        const MixedSystem system = MakeMixedSystem(options);
        const Eigen::MatrixXd mean = Dense(system.mean), variance = Dense(system.variance);
        EXPECT_LE(Radius(mean.cwiseProduct(mean) + variance), 0.85);
        EXPECT_LE(std::pow(Radius(mean), 2), 0.85);
      }
    }
  }
}

TEST(Mixed, NothingIsClippedAndNothingExplodes) {
  for (double ratio : {0.5, 0.75, 1.0}) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      const Simulation simulation = Simulate(MixedOptions(ratio, seed));
      for (size_t v = 0; v < 10; ++v) {
        size_t at_maximum = 0;
        float largest = 0.0f;
        for (size_t r = 0; r < simulation.data.rows; ++r) largest = std::max(largest, simulation.data.at(r, v));
        for (size_t r = 0; r < simulation.data.rows; ++r) at_maximum += simulation.data.at(r, v) == largest;
        EXPECT_EQ(at_maximum, 1u);
        EXPECT_LT(largest, 200.0f);
      }
    }
  }
}

TEST(Mixed, AnEdgeActsOnTheMeanOrOnTheVarianceNeverOnBoth) {
  for (const auto& [ratio, on_variance] : {std::pair{0.0, 0.0}, {0.5, 14.0}, {0.75, 20.0}, {1.0, 27.0}}) {
    const Simulation simulation = Simulate(MixedOptions(ratio, 2));
    double mean_edges = 0.0, variance_edges = 0.0;
    for (size_t i = 0; i < 10; ++i) {
      EXPECT_EQ(simulation.mean_graph[i * 11], 1.0);
      EXPECT_EQ(simulation.variance_graph[i * 11], 0.0);
      for (size_t j = 0; j < 10; ++j) {
        const double mean = simulation.mean_graph[i * 10 + j], variance = simulation.variance_graph[i * 10 + j];
        EXPECT_LE(mean + variance, 1.0);
        mean_edges += i == j ? 0.0 : mean;
        variance_edges += variance;
      }
    }
    EXPECT_EQ(variance_edges, on_variance);
    EXPECT_EQ(mean_edges + variance_edges, 27.0);
  }
}

TEST(Mixed, ActsAtOneLagOnly) {
  const Simulation simulation = Simulate(MixedOptions(0.5, 1));
  ASSERT_EQ(simulation.max_lag, 3u);
  for (size_t cell = 0; cell < 200; ++cell) EXPECT_EQ(simulation.lag_graph[cell], 0.0);
  for (size_t cell = 0; cell < 100; ++cell) EXPECT_EQ(simulation.lag_graph[200 + cell], simulation.graph[cell]);
}

// Divided by the sd that the weights say, the residuals of the known mean have variance 1.
TEST(Mixed, ResidualVarianceFollowsTheVarianceEdges) {
  SimulateOptions options = MixedOptions(1.0, 5);
  options.steps = 40000;
  const MixedSystem system = MakeMixedSystem(options);
  const Simulation simulation = Simulate(options);
  double count = 0.0, squares = 0.0;
  for (size_t t = 3; t < options.steps; ++t) {
    for (size_t i = 0; i < 10; ++i) {
      double mean = 0.0, variance = system.baseline_variance;
      for (const LinearTerm& term : system.mean.terms[i]) mean += term.weight * simulation.data.at(t - 3, term.source);
      for (const LinearTerm& term : system.variance.terms[i]) {
        variance += term.weight * std::pow(simulation.data.at(t - 3, term.source), 2);
      }
      const double standardised = (simulation.data.at(t, i) - mean) / std::sqrt(variance);
      squares += standardised * standardised;
      count += 1.0;
    }
  }
  EXPECT_NEAR(squares / count, 1.0, 0.01);
}

}  // namespace
}  // namespace mask2cause
