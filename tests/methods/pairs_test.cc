// Mutual information and the group lasso by themselves, against scikit-learn and against what defines them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/rng.h"
#include "mask2cause/discover.h"
#include "methods/group_lasso.h"
#include "methods/mutual_information.h"
#include "methods/series.h"

namespace mask2cause {
namespace {

nlohmann::json Fixture() {
  std::ifstream file(MASK2CAUSE_FIXTURES "/methods/pairs.json");
  return nlohmann::json::parse(file);
}

std::vector<double> ToUnitSpread(std::vector<double> values) {
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double count = static_cast<double>(values.size());
  for (const double value : values) squares += (value - sum / count) * (value - sum / count);
  for (double& value : values) value /= std::sqrt(squares / count);
  return values;
}

TEST(MutualInformation, AgreesWithScikitLearn) {
  const nlohmann::json fixture = Fixture();
  ASSERT_EQ(fixture.at("information").size(), 4u);
  for (const nlohmann::json& c : fixture.at("information")) {
    const auto x = ToUnitSpread(c.at("x")), y = ToUnitSpread(c.at("y"));
    EXPECT_NEAR(MutualInformation(x, y, c.at("neighbours")), c.at("nats"), 1e-6) << c.at("name");
  }
}

TEST(MutualInformation, OfGaussiansIsThatOfTheirCorrelation) {
  Rng rng(4);
  std::vector<double> x(4000), y(4000);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = rng.Normal();
    y[i] = 0.8 * x[i] + 0.6 * rng.Normal();
  }
  EXPECT_NEAR(MutualInformation(x, y, 3), -0.5 * std::log(1.0 - 0.64), 0.03);
  EXPECT_EQ(MutualInformation(std::span(x).first(3), std::span(y).first(3), 3), 0.0);
}

TEST(MiMethod, SeesWhatACorrelationCannot) {
  const Dataset data =
      Generate(2, 600, 5, [](const Rows& x, size_t t, size_t v) { return v == 1 ? x[t - 1][0] * x[t - 1][0] : 0.0; });
  DiscoverOptions options;
  options.lags = 2;
  options.method = "xcorr";
  const Result correlation = Discover(data, options);
  options.method = "mi";
  const Result information = Discover(data, options);
  EXPECT_LT(correlation.scores.at(1, 0), 0.2);
  EXPECT_GT(information.scores.at(1, 0), 5.0 * information.scores.at(0, 1));
  EXPECT_EQ(Find(information, 0, 1).lag, 1u);
  EXPECT_TRUE(Find(information, 0, 1).sign_varies);
}

TEST(MiMethod, ColumnsOfFewValuesAreNoObstacle) {
  Dataset data =
      Generate(2, 500, 6, [](const Rows& x, size_t t, size_t v) { return v == 1 ? 2.0 * x[t - 1][0] : 0.0; });
  for (size_t cell = 0; cell < data.values.size(); ++cell) data.values[cell] = data.values[cell] > 0.0f ? 1.0f : 0.0f;
  DiscoverOptions options;
  options.lags = 1;
  options.method = "mi";
  const Result result = Discover(data, options);
  EXPECT_GT(result.scores.at(1, 0), 0.1);
  EXPECT_LT(result.scores.at(0, 1), 0.05);
}

Eigen::MatrixXd MatrixOf(const nlohmann::json& rows) {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.at(0).size()));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      matrix(i, j) = rows.at(static_cast<size_t>(i)).at(static_cast<size_t>(j));
    }
  }
  return matrix;
}

TEST(GroupLasso, WithGroupsOfOneIsTheLassoOfScikitLearn) {
  const nlohmann::json c = Fixture().at("lasso");
  Eigen::MatrixXd x = MatrixOf(c.at("x"));
  const auto targets = c.at("y").get<std::vector<double>>();
  Eigen::VectorXd y = Eigen::Map<const Eigen::VectorXd>(targets.data(), x.rows());
  x.rowwise() -= x.colwise().mean().eval();
  y.array() -= y.mean();
  const double rows = static_cast<double>(x.rows());
  const Eigen::MatrixXd gram = x.transpose() * x / rows;
  const Eigen::VectorXd cross = x.transpose() * y / rows;
  GroupLasso lasso(gram, cross, 1);
  for (const nlohmann::json& fit : c.at("fits")) {
    lasso.Solve(fit.at("penalty"));
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      EXPECT_NEAR(lasso.coefficients()[k], fit.at("coefficients").at(static_cast<size_t>(k)), 1e-6);
    }
  }
}

// What makes a solution one: active groups are pulled exactly as hard as they are held, the others no harder.
TEST(GroupLasso, MeetsTheConditionsOfItsMinimumAlongThePath) {
  Rng rng(7);
  Eigen::MatrixXd x(60, 12);
  for (Eigen::Index i = 0; i < x.size(); ++i) x.data()[i] = rng.Normal();
  x.col(7) = x.col(1) + 0.1 * x.col(7);
  const Eigen::VectorXd y = x.col(0) + x.col(1) - 0.5 * x.col(8) + 0.2 * x.col(11);
  const Eigen::MatrixXd gram = x.transpose() * x / 60.0;
  const Eigen::VectorXd cross = x.transpose() * y / 60.0;
  GroupLasso lasso(gram, cross, 3);
  ASSERT_EQ(lasso.groups(), 4u);
  const double strongest = lasso.StrongestPull();
  lasso.Solve(strongest);
  for (size_t group = 0; group < 4; ++group) EXPECT_TRUE(lasso.IsZero(group));
  size_t active = 0;
  for (double penalty = 0.9 * strongest; penalty > 1e-3 * strongest; penalty *= 0.7) {
    lasso.Solve(penalty);
    active = 0;
    for (size_t group = 0; group < 4; ++group) {
      const Eigen::Index first = static_cast<Eigen::Index>(3 * group);
      const Eigen::VectorXd own = lasso.coefficients().segment(first, 3);
      const Eigen::VectorXd pull = (cross - gram * lasso.coefficients()).segment(first, 3);
      if (lasso.IsZero(group)) {
        EXPECT_LE(pull.norm(), penalty * (1.0 + 1e-6));
      } else {
        EXPECT_LT((pull - penalty * own / own.norm()).norm(), 1e-6);
        ++active;
      }
    }
  }
  EXPECT_EQ(active, 4u);
}

// The first group comes in at its correlation, and every pair has a place of its own in the ranking.
TEST(LassoVarMethod, ScoresAreThePenaltiesAtWhichSourcesComeIn) {
  const Dataset data = Generate(6, 500, 8, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v > 0 ? 0.5 * x[t - 1][v - 1] : 0.0);
  });
  DiscoverOptions options;
  options.lags = 1;
  options.method = "xcorr";
  const Result correlation = Discover(data, options);
  options.method = "lasso-var";
  const Result lasso = Discover(data, options);
  for (size_t target = 0; target < 6; ++target) {
    double strongest = 0.0, correlated = 0.0;
    for (size_t source = 0; source < 6; ++source) {
      strongest = std::max(strongest, lasso.scores.at(target, source));
      correlated = std::max(correlated, correlation.scores.at(target, source));
    }
    EXPECT_NEAR(strongest, correlated, 0.02);  // rows at the ends have a spread of their own
  }
  std::vector<double> scores = lasso.scores.values;
  std::sort(scores.begin(), scores.end());
  EXPECT_EQ(std::unique(scores.begin(), scores.end()), scores.end());
  // At the chosen penalty the effects are those of the system, a little shrunk.
  EXPECT_NEAR(lasso.lag_coefficients[1 * 6 + 0], 0.5, 0.15);
}

}  // namespace
}  // namespace mask2cause
