#include "synth/lorenz96.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "mask2cause/simulate.h"

namespace mask2cause {
namespace {

std::vector<double> OnTheAttractor(size_t variables, double forcing) {
  std::vector<double> start(variables, forcing);
  start[0] += 0.01;
  Lorenz96 system(start, forcing, 40);
  for (int sample = 0; sample < 400; ++sample) system.AdvanceOneSample();
  return system.state();
}

TEST(Lorenz96, RowIHoldsTheFourNeighboursOfTheEquation) {
  SimulateOptions options;
  options.steps = 5;
  for (size_t n : {4, 5, 10}) {
    options.variables = n;
    const Simulation simulation = Simulate(options);
    for (size_t i = 0; i < n; ++i) {
      const std::set<size_t> parents = {(i + n - 2) % n, (i + n - 1) % n, i, (i + 1) % n};
      for (size_t j = 0; j < n; ++j) EXPECT_EQ(simulation.graph[i * n + j], parents.count(j) ? 1.0 : 0.0);
    }
    EXPECT_EQ(simulation.max_lag, 1u);
  }
}

// The graph and the equations agree: moving x_j moves the slope of x_i exactly when j -> i is an edge.
TEST(Lorenz96, OnlyParentsMoveAVariableInAVeryShortTime) {
  const size_t n = 7;
  const std::vector<double> base = OnTheAttractor(n, 10.0);
  SimulateOptions options;
  options.variables = n;
  options.steps = 1;
  const std::vector<double> graph = Simulate(options).graph;
  const size_t substeps = 1000000;  // one substep of 5e-8 dominates indirect paths, which are of second order in time
  const auto after_a_moment = [&](std::vector<double> x) {
    Lorenz96 system(std::move(x), 10.0, substeps);
    system.AdvanceOneSubstep();
    return system.state();
  };
  const std::vector<double> reference = after_a_moment(base);
  for (size_t j = 0; j < n; ++j) {
    std::vector<double> moved = base;
    moved[j] += 1.0;
    const std::vector<double> result = after_a_moment(moved);
    for (size_t i = 0; i < n; ++i) {
      if (i == j) continue;
      const double effect = std::abs(result[i] - reference[i]) / 5e-8;
      EXPECT_EQ(effect > 1e-3, graph[i * n + j] == 1.0) << j << " -> " << i << " effect " << effect;
    }
  }
}

TEST(Lorenz96, HalvingTheSubstepChangesAShortTrajectoryLittle) {
  for (double forcing : {10.0, 40.0, 100.0}) {
    const std::vector<double> start = OnTheAttractor(20, forcing);
    const size_t substeps = Lorenz96Substeps(forcing);
    Lorenz96 coarse(start, forcing, substeps), fine(start, forcing, 2 * substeps);
    for (int sample = 0; sample < 5; ++sample) {
      coarse.AdvanceOneSample();
      fine.AdvanceOneSample();
    }
    for (size_t i = 0; i < start.size(); ++i) {
      EXPECT_NEAR(coarse.state()[i], fine.state()[i], 2e-3 * forcing) << "F = " << forcing;
    }
  }
}

TEST(Lorenz96, StaysOnTheAttractorForStrongForcingAndManyVariables) {
  SimulateOptions options;
  for (double forcing : {8.0, 10.0, 40.0}) {
    for (size_t variables : {5, 10, 100}) {
      for (uint64_t seed = 1; seed <= 20; seed += variables == 100 ? 5 : 1) {
        options.forcing = forcing;
        options.variables = variables;
        options.seed = seed;
        options.steps = 200;
        const Simulation simulation = Simulate(options);
        for (size_t i = 0; i < simulation.data.values.size(); ++i) {
          ASSERT_LT(std::abs(simulation.data.values[i]), 4.0 * forcing);
        }
      }
    }
  }
}

TEST(Lorenz96, ObservationNoiseIsAddedToTheSamplesOnly) {
  SimulateOptions options;
  options.noise = 0.0;
  const Simulation clean = Simulate(options);
  options.noise = 0.1;
  const Simulation noisy = Simulate(options);
  double squares = 0.0;
  const size_t cells = clean.data.values.size();
  for (size_t i = 0; i < cells; ++i) {
    const double difference = noisy.data.values[i] - clean.data.values[i];
    squares += difference * difference;
  }
  EXPECT_NEAR(std::sqrt(squares / static_cast<double>(cells)), 0.1, 0.005);
}

}  // namespace
}  // namespace mask2cause
