#include "forecast/arimax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kTolerance = 1e-3;  // relative

VectorXd Vector(const nlohmann::json& values) {
  VectorXd vector(static_cast<Index>(values.size()));
  for (Index i = 0; i < vector.size(); ++i) {
    const nlohmann::json& value = values[static_cast<size_t>(i)];
    vector[i] = value.is_null() ? std::nan("") : value.get<double>();
  }
  return vector;
}

ForecastRows Rows(const nlohmann::json& c) {
  const VectorXd x = Vector(c.at("x"));
  const Index rows = c.at("rows"), inputs = c.at("inputs");
  return {x.reshaped<Eigen::RowMajor>(rows, inputs), Vector(c.at("y")), {static_cast<size_t>(rows)}};
}

ForecastRows FirstRows(const ForecastRows& all, Index rows) {
  return {all.inputs.topRows(rows), all.target.head(rows), {static_cast<size_t>(rows)}};
}

void ExpectClose(const VectorXd& ours, const VectorXd& theirs, const std::string& what) {
  ASSERT_EQ(ours.size(), theirs.size()) << what;
  for (Index i = 0; i < ours.size(); ++i) {
    EXPECT_NEAR(ours[i], theirs[i], kTolerance * std::max(std::abs(theirs[i]), 0.1)) << what << " " << i;
  }
}

TEST(Arimax, AgreesWithStatsmodels) {
  std::ifstream file(MASK2CAUSE_FIXTURES "/forecast/arimax.json");
  const nlohmann::json fixture = nlohmann::json::parse(file);
  ASSERT_EQ(fixture.at("cases").size(), 8u);
  for (const nlohmann::json& c : fixture.at("cases")) {
    const std::string name = c.at("name");
    const ForecastRows all = Rows(c);
    ArimaxForecaster forecaster(c.at("inputs"), c.at("ar").size(), c.at("ma").size());
    ASSERT_EQ(forecaster.Fit(FirstRows(all, c.at("train"))), "") << name;
    const ArimaxFit& fit = forecaster.fit();
    const double log_likelihood = c.at("log_likelihood"), variance = c.at("variance");
    EXPECT_NEAR(fit.log_likelihood, log_likelihood, kTolerance * std::abs(log_likelihood)) << name;
    EXPECT_NEAR(fit.variance, variance, kTolerance * variance) << name;
    ExpectClose(fit.errors.ar, Vector(c.at("ar")), name + " ar");
    ExpectClose(fit.errors.ma, Vector(c.at("ma")), name + " ma");
    ExpectClose(fit.coefficients, Vector(c.at("coefficients")), name + " coefficients");
    ExpectClose(VectorXd::Constant(1, fit.constant), VectorXd::Constant(1, c.at("constant").get<double>()),
                name + " constant");
    ExpectClose(forecaster.Predict(all), Vector(c.at("predicted")), name + " predicted");
  }
}

// Two runs are two series: the first error of the second has nothing to do with the last of the first.
TEST(Arimax, ARunStartsAnew) {
  ForecastRows rows{Eigen::MatrixXd::Zero(60, 1), VectorXd(60), {60}};
  for (Index i = 0; i < 60; ++i) {
    rows.inputs(i, 0) = std::sin(1.7 * static_cast<double>(i));
    rows.target[i] = std::sin(0.3 * static_cast<double>(i)) + 0.2 * std::cos(5.0 * static_cast<double>(i));
  }
  ArimaxForecaster forecaster(1, 1, 0);
  ASSERT_EQ(forecaster.Fit(rows), "");
  const VectorXd joined = forecaster.Predict(rows);
  rows.run_rows = {30, 30};
  const VectorXd apart = forecaster.Predict(rows);
  EXPECT_EQ(joined.head(30), apart.head(30));
  EXPECT_NEAR(apart[30], forecaster.fit().constant + rows.inputs(30, 0) * forecaster.fit().coefficients[0], 1e-12);
  EXPECT_GT(std::abs(joined[30] - apart[30]), 0.1);
  EXPECT_NEAR(joined[31], apart[31], 1e-12);  // of an AR(1) the row before is all that counts
}

TEST(Arimax, AFailedFitSaysWhy) {
  const ForecastRows few{Eigen::MatrixXd::Random(5, 4), VectorXd::Random(5), {5}};
  EXPECT_NE(ArimaxForecaster(4, 1, 0).Fit(few).find("5 rows for 7 unknowns"), std::string::npos);
  ForecastRows exact{Eigen::MatrixXd::Random(50, 1), VectorXd(), {50}};
  exact.target = exact.inputs.col(0);
  EXPECT_NE(ArimaxForecaster(1, 1, 0).Fit(exact), "");
}

}  // namespace
}  // namespace mask2cause
