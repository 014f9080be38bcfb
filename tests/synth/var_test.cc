#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "synth/linear_system.h"
#include "synth/systems.h"
#include "synth/var_system.h"

namespace mask2cause {
namespace {

SimulateOptions VarOptions(size_t variables, uint64_t seed) {
  SimulateOptions options;
  options.system = System::kVar;
  options.variables = variables;
  options.seed = seed;
  return options;
}

double CompanionRadius(const LinearSystem& system) {
  const auto n = static_cast<Eigen::Index>(system.variables()), lags = static_cast<Eigen::Index>(system.lags);
  Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(n * lags, n * lags);
  companion.bottomLeftCorner(n * (lags - 1), n * (lags - 1)).setIdentity();
  for (size_t i = 0; i < system.variables(); ++i) {
    for (const LinearTerm& term : system.terms[i]) {
      companion(static_cast<Eigen::Index>(i),
                (static_cast<Eigen::Index>(term.lag) - 1) * n + static_cast<Eigen::Index>(term.source)) += term.weight;
    }
  }
  return companion.eigenvalues().cwiseAbs().maxCoeff();
}

TEST(Var, IsStableForAnySizeAndSeed) {
  for (size_t variables : {5, 10, 30}) {
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      const double radius = CompanionRadius(MakeVarSystem(VarOptions(variables, seed)));
      EXPECT_LE(radius, 0.95) << variables << " variables, seed " << seed;
      EXPECT_GE(radius, 0.4);
    }
  }
}

TEST(Var, StaysBoundedWithAHundredVariables) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const Simulation simulation = Simulate(VarOptions(100, seed));
    for (size_t i = 0; i < simulation.data.values.size(); ++i) ASSERT_LT(std::abs(simulation.data.values[i]), 20.0f);
  }
}

TEST(Var, EdgesAreStrongEnoughToMatter) {
  const LinearSystem system = MakeVarSystem(VarOptions(10, 1));
  for (const auto& terms : system.terms) {
    for (const LinearTerm& term : terms) EXPECT_GT(std::abs(term.weight), 0.05);
  }
}

TEST(Var, GraphAndLagsAreThoseOfTheCoefficients) {
  const SimulateOptions options = VarOptions(10, 4);
  const LinearSystem system = MakeVarSystem(options);
  const Simulation simulation = Simulate(options);
  std::vector<double> expected(3 * 100, 0.0);
  for (size_t target = 0; target < 10; ++target) {
    for (const LinearTerm& term : system.terms[target]) {
      EXPECT_NE(term.weight, 0.0);
      expected[((term.lag - 1) * 10 + target) * 10 + term.source] = 1.0;
    }
  }
  EXPECT_EQ(simulation.lag_graph, expected);
  double off_diagonal = 0.0;
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(simulation.graph[i * 10 + i], 1.0);
    for (size_t j = 0; j < 10; ++j) off_diagonal += i == j ? 0.0 : simulation.graph[i * 10 + j];
  }
  EXPECT_EQ(off_diagonal, 27.0);  // 30 % of 90
}

// Least squares on a long series finds the coefficients back: the data obeys its graph, in the right direction and lag.
TEST(Var, LeastSquaresFindsTheCoefficientsBack) {
  SimulateOptions options = VarOptions(6, 3);
  options.steps = 20000;
  const LinearSystem system = MakeVarSystem(options);
  const Simulation simulation = Simulate(options);
  const Eigen::Index n = 6, lags = 3, rows = 20000 - lags;
  Eigen::MatrixXd past(rows, n * lags), now(rows, n);
  for (Eigen::Index t = 0; t < rows; ++t) {
    for (Eigen::Index j = 0; j < n; ++j) {
      now(t, j) = simulation.data.at(static_cast<size_t>(t + lags), static_cast<size_t>(j));
      for (Eigen::Index lag = 1; lag <= lags; ++lag) {
        past(t, (lag - 1) * n + j) = simulation.data.at(static_cast<size_t>(t + lags - lag), static_cast<size_t>(j));
      }
    }
  }
  const Eigen::MatrixXd found = (past.transpose() * past).ldlt().solve(past.transpose() * now);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(n * lags, n);
  for (size_t i = 0; i < 6; ++i) {
    for (const LinearTerm& term : system.terms[i]) {
      expected(static_cast<Eigen::Index>((term.lag - 1) * 6 + term.source), static_cast<Eigen::Index>(i)) = term.weight;
    }
  }
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 0.04);
}

TEST(Var, GrowthIsTheSpectralRadius) {
  LinearSystem rotation(2, 1);  // complex eigenvalues of modulus 0.9
  rotation.terms[0] = {{0, 1, 0.54}, {1, 1, -0.72}};
  rotation.terms[1] = {{0, 1, 0.72}, {1, 1, 0.54}};
  EXPECT_NEAR(LogGrowth(rotation), std::log(0.9), 1e-3);
  LinearSystem delayed(1, 3);  // x_t = 0.5 x_{t-3}
  delayed.terms[0] = {{0, 3, 0.5}};
  EXPECT_NEAR(LogGrowth(delayed), std::log(0.5) / 3.0, 1e-2);
}

TEST(Chain, DrivesEachVariableByTheTwoBeforeItAndStaysBounded) {
  SimulateOptions options;
  options.system = System::kChain;
  options.variables = 100;
  options.steps = 2000;
  const Simulation simulation = Simulate(options);
  for (size_t i = 0; i < 100; ++i) {
    for (size_t j = 0; j < 100; ++j) {
      EXPECT_EQ(simulation.graph[i * 100 + j], j <= i && i - j <= 2 ? 1.0 : 0.0) << j << " -> " << i;
    }
  }
  for (size_t i = 0; i < simulation.data.values.size(); ++i) ASSERT_LT(std::abs(simulation.data.values[i]), 3.0f);
}

}  // namespace
}  // namespace mask2cause
