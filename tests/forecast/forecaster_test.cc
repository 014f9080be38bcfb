#include "forecast/forecaster.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"
#include "forecast/dense_network.h"
#include "forecast/linear.h"
#include "forecast/minimize.h"

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd RandomMatrix(Index rows, Index columns, uint64_t seed) {
  Rng random(seed);
  return MatrixXd::NullaryExpr(rows, columns, [&] { return random.Normal(); });
}

TEST(LinearForecaster, FindsAKnownPlaneAndPassesOverMissingTargets) {
  ForecastRows rows{RandomMatrix(20, 2, 1), VectorXd(), {20}};
  rows.target = (rows.inputs * Eigen::Vector2d(2.0, -0.5)).array() + 3.0;
  rows.target[4] = std::nan("");
  LinearForecaster forecaster(2);
  EXPECT_EQ(forecaster.Fit(rows), "");
  EXPECT_NEAR(forecaster.coefficients()[0], 2.0, 1e-12);
  EXPECT_NEAR(forecaster.coefficients()[1], -0.5, 1e-12);
  EXPECT_NEAR(forecaster.intercept(), 3.0, 1e-12);
  EXPECT_NEAR(forecaster.Predict(rows)[4], 2.0 * rows.inputs(4, 0) - 0.5 * rows.inputs(4, 1) + 3.0, 1e-12);
  EXPECT_EQ(forecaster.parameters(), 3u);
}

TEST(LinearForecaster, ACopiedInputSharesTheWeight) {
  ForecastRows rows{RandomMatrix(20, 2, 2), VectorXd(), {20}};
  rows.inputs.col(1) = rows.inputs.col(0);
  rows.target = rows.inputs.col(0);
  LinearForecaster forecaster(2);
  EXPECT_EQ(forecaster.Fit(rows), "");
  EXPECT_NEAR(forecaster.coefficients()[0], 0.5, 1e-10);
  EXPECT_NEAR(forecaster.coefficients()[1], 0.5, 1e-10);
}

void ExpectGradientOfDifferences(const DenseShape& shape) {
  const DenseNetwork network(shape);
  const MatrixXd x = RandomMatrix(7, static_cast<Index>(shape.inputs), 3);
  const VectorXd target = RandomMatrix(7, 1, 4);
  const VectorXd values = network.Start(5, 6);
  VectorXd gradient, unused;
  const double loss = network.Loss(values, x, target, gradient);
  EXPECT_NEAR(loss, (network.Forward(values, x) - target).squaredNorm() / 7.0, 1e-12);
  for (Index i = 0; i < values.size(); ++i) {
    constexpr double kStep = 1e-6;
    VectorXd above = values, below = values;
    above[i] += kStep;
    below[i] -= kStep;
    const double slope =
        (network.Loss(above, x, target, unused) - network.Loss(below, x, target, unused)) / (2.0 * kStep);
    ASSERT_NEAR(gradient[i], slope, 1e-7) << "parameter " << i;
  }
}

TEST(DenseNetwork, GradientsEqualFiniteDifferences) {
  ExpectGradientOfDifferences({4, 1, {6}, false});          // MLP
  ExpectGradientOfDifferences({3, 3, {5, 4}, false});       // the paper's N-BEATS
  ExpectGradientOfDifferences({3, 3, {5, 4, 3, 2}, true});  // with backcast
}

// The same sum by hand: the second block sees what the first one's backcast leaves.
TEST(DenseNetwork, BackcastIsTakenFromTheInputOfTheNextBlock) {
  const DenseNetwork network({1, 2, {1}, true});
  // Block 1: hidden 2x+0, output 3h+1, backcast 0.25h+0.5. Block 2: hidden 1x+10, output 1h+0.
  const VectorXd values = (VectorXd(10) << 2, 0, 3, 1, 0.25, 0.5, 1, 10, 1, 0).finished();
  ASSERT_EQ(network.parameters(), 10u);
  const double hidden = 2.0 * 4.0, rest = 4.0 - (0.25 * hidden + 0.5);
  EXPECT_DOUBLE_EQ(network.Forward(values, MatrixXd::Constant(1, 1, 4.0))[0], 3.0 * hidden + 1.0 + rest + 10.0);
}

TEST(Forecaster, ParametersAreCountedAsInThePaper) {
  const auto count = [](const char* model, const char* nbeats, size_t inputs) {
    PruneOptions options;
    options.model = model;
    options.nbeats = nbeats;
    return MakeForecaster(options, inputs, 0)->parameters();
  };
  EXPECT_EQ(count("linear", "short", 10), 11u);
  EXPECT_EQ(count("mlp", "short", 10), 32u * 10 + 65);
  EXPECT_EQ(count("arimax", "short", 10), 10u);
  EXPECT_EQ(count("nbeats", "short", 100), 3u * (100 * 64 + 64 + 64 * 64 + 64 + 64 + 1));
  EXPECT_EQ(count("nbeats", "deep", 10), 3u * (10 * 64 + 64 + 2 * (64 * 64 + 64) + 64 * 8 + 8 + 8 + 1));
}

TEST(Forecaster, NetworksLearnWhatIsThere) {
  ForecastRows rows{RandomMatrix(100, 3, 8), VectorXd(), {100}};
  rows.target = rows.inputs.col(0).cwiseAbs() - rows.inputs.col(2);
  const double variance = (rows.target.array() - rows.target.mean()).square().mean();
  const auto expect_learned = [&](const char* model, const char* nbeats, size_t epochs) {
    PruneOptions options;
    options.model = model;
    options.nbeats = nbeats;
    options.epochs = epochs;
    const auto forecaster = MakeForecaster(options, 3, 0);
    EXPECT_EQ(forecaster->Fit(rows), "");
    EXPECT_LT((forecaster->Predict(rows) - rows.target).squaredNorm() / 100.0, 0.05 * variance) << model << nbeats;
  };
  expect_learned("mlp", "short", 200);
  for (const char* nbeats : {"short", "deep", "generic"}) expect_learned("nbeats", nbeats, 60);
}

TEST(Minimize, FindsTheBottomOfACurvedValley) {
  const auto valley = [](const VectorXd& at) {
    return std::pow(1.0 - at[0], 2) + 10.0 * std::pow(at[1] - at[0] * at[0], 2);
  };
  const Minimum minimum = Minimize(valley, Eigen::Vector2d(-1.0, 1.0));
  EXPECT_TRUE(minimum.converged);
  EXPECT_NEAR(minimum.at[0], 1.0, 1e-5);
  EXPECT_NEAR(minimum.at[1], 1.0, 1e-5);
  const Minimum slope = Minimize([](const VectorXd& at) { return at[0]; }, VectorXd::Zero(1));
  EXPECT_FALSE(slope.converged);
}

}  // namespace
}  // namespace mask2cause
