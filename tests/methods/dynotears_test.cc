#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/rng.h"
#include "methods/group_lasso.h"
#include "methods/series.h"
#include "methods/sparse_minimum.h"

namespace mask2cause {
namespace {

TEST(SparseMinimum, OfASquaredErrorIsTheLasso) {
  Rng rng(7);
  Eigen::MatrixXd x(60, 8);
  for (Eigen::Index i = 0; i < x.size(); ++i) x.data()[i] = rng.Normal();
  x.col(7) += x.col(1);
  const Eigen::VectorXd y = x.col(0) + x.col(1) - 0.5 * x.col(4);
  const Eigen::MatrixXd gram = x.transpose() * x / 60.0;
  const Eigen::VectorXd cross = x.transpose() * y / 60.0;
  GroupLasso lasso(gram, cross, 1);
  for (const double penalty : {0.5, 0.1, 0.02}) {
    lasso.Solve(penalty);
    const Eigen::VectorXd ours = MinimiseSparse(
        [&](const Eigen::VectorXd& b, Eigen::VectorXd& gradient) {
          gradient = gram * b - cross;
          return 0.5 * b.dot(gradient - cross);
        },
        Eigen::VectorXd::Constant(8, penalty), Eigen::VectorXd::Zero(8));
    for (Eigen::Index k = 0; k < 8; ++k) {
      EXPECT_NEAR(ours[k], lasso.coefficients()[k], 1e-4);
      EXPECT_EQ(ours[k] == 0.0, lasso.coefficients()[k] == 0.0) << k;
    }
  }
}

// Rosenbrock's valley, bent and narrow, with a kink along one axis.
TEST(SparseMinimum, FollowsACurvedValley) {
  const auto valley = [](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
    const double across = x[1] - x[0] * x[0], along = 1.0 - x[0];
    gradient.resize(2);
    gradient << -400.0 * x[0] * across - 2.0 * along, 200.0 * across;
    return 100.0 * across * across + along * along;
  };
  const Eigen::VectorXd start = Eigen::Vector2d(-1.2, 1.0);
  EXPECT_LT((MinimiseSparse(valley, Eigen::VectorXd::Zero(2), start) - Eigen::Vector2d(1, 1)).norm(), 1e-4);
  // 100 a^2 + (1 - x)^2 + w |x|, a = y - x^2: still a = 0, and x = 1 - w / 2.
  const Eigen::VectorXd held = MinimiseSparse(valley, Eigen::Vector2d(0.5, 0.0), start);
  EXPECT_NEAR(held[0], 0.75, 1e-4);
  EXPECT_EQ(MinimiseSparse(valley, Eigen::Vector2d(5.0, 0.0), start)[0], 0.0);
}

DiscoverOptions Options(size_t lags) {
  DiscoverOptions options;
  options.method = "dynotears";
  options.lags = lags;
  options.threads = 1;
  return options;
}

TEST(DynotearsMethod, ReachesTheMinimumThatScipyDoes) {
  std::ifstream file(MASK2CAUSE_FIXTURES "/methods/dynotears.json");
  const nlohmann::json fixture = nlohmann::json::parse(file);
  ASSERT_EQ(fixture.at("cases").size(), 3u);
  for (const nlohmann::json& c : fixture.at("cases")) {
    DiscoverOptions options = Options(c.at("lags"));
    options.lambda_w = c.at("lambda_w");
    options.lambda_a = c.at("lambda_a");
    const Dataset data = MakeDataset(c.at("values").get<std::vector<float>>(), Names(c.at("variables")));
    const Result result = Discover(data, options);
    const auto lagged = c.at("lagged").get<std::vector<double>>();
    ASSERT_EQ(result.lag_coefficients.size(), lagged.size());
    for (size_t at = 0; at < lagged.size(); ++at) {
      EXPECT_NEAR(result.lag_coefficients[at], lagged[at], 2e-4) << c.at("name") << " " << at;
    }
  }
}

// b follows a within the step: a model of lags alone takes a's memory for a cause of b.
TEST(DynotearsMethod, AnEffectWithinAStepDoesNotPassForALaggedOne) {
  const auto rule = [](const Rows& x, size_t t, size_t v) { return v == 0 ? 0.8 * x[t - 1][0] : 0.9 * x[t][0]; };
  const Dataset data = Generate(2, 1000, 3, rule);
  DiscoverOptions options = Options(1);
  const double together = Discover(data, options).scores.at(1, 0);
  options.lambda_w = 1000.0;  // no effects within a step
  const double lags_alone = Discover(data, options).scores.at(1, 0);
  EXPECT_GT(lags_alone, 0.4);
  EXPECT_LT(together, 0.25 * lags_alone);
}

}  // namespace
}  // namespace mask2cause
