// The tests of single series against statsmodels and scipy.
#include "data/series_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

namespace mask2cause {
namespace {

nlohmann::json Cases() {
  std::ifstream in(std::string(MASK2CAUSE_FIXTURES) + "/data/series_tests.json");
  return nlohmann::json::parse(in);
}

void ExpectSame(const TestResult& found, const nlohmann::json& expected, const std::string& what) {
  const double statistic = expected.at("statistic").get<double>(), p = expected.at("p").get<double>();
  EXPECT_NEAR(found.statistic, statistic, 1e-8 * std::max(1.0, std::abs(statistic))) << what;
  EXPECT_NEAR(found.p, p, 1e-8) << what;
  EXPECT_EQ(found.lags, expected.at("lags").get<size_t>()) << what;
}

TEST(SeriesTests, AgreeWithStatsmodels) {
  const nlohmann::json cases = Cases();
  ASSERT_EQ(cases.size(), 8u);
  for (const nlohmann::json& one : cases) {
    const std::string name = one.at("name").get<std::string>();
    const std::vector<double> x = one.at("values").get<std::vector<double>>();
    double mean = 0.0;
    for (const double value : x) mean += value / static_cast<double>(x.size());
    std::vector<double> residuals = x;
    for (double& value : residuals) value -= mean;
    ExpectSame(DickeyFuller(x), one.at("adf"), name + ", Dickey-Fuller");
    ExpectSame(Kpss(x), one.at("kpss"), name + ", KPSS");
    ExpectSame(ArchTest(residuals, 5), one.at("arch"), name + ", ARCH");
    EXPECT_NEAR(ExcessKurtosis(x), one.at("kurtosis").get<double>(), 1e-9) << name;
    for (size_t lag = 0; lag <= 12; ++lag)
      EXPECT_NEAR(Autocorrelation(x, lag), one.at("acf")[lag].get<double>(), 1e-9) << name;
  }
}

TEST(SeriesTests, SayNothingOfASeriesThatStandsStillOrIsTooShort) {
  const std::vector<double> still(50, 3.0), few = {1.0, 2.0, 1.5};
  for (const auto& x : {still, few}) {
    EXPECT_TRUE(std::isnan(DickeyFuller(x).p));
    EXPECT_TRUE(std::isnan(Kpss(x).p));
    EXPECT_TRUE(std::isnan(ArchTest(x, 2).p));
  }
}

}  // namespace
}  // namespace mask2cause
