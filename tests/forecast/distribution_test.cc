#include "forecast/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

namespace mask2cause {
namespace {

Mixture Single(const Component& component) {
  Mixture mixture;
  mixture.Add(component);
  return mixture;
}

// Gneiting and Raftery 2007.
double GaussianCrps(double z) {
  const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
  return z * std::erf(z / std::numbers::sqrt2) + 2.0 * density - 1.0 / std::sqrt(std::numbers::pi);
}

// Jordan, Krueger and Lerch 2019.
double StudentTCrps(double z, double dof) {
  const boost::math::students_t t(dof);
  const double spread = 2.0 * std::sqrt(dof) / (dof - 1.0) * boost::math::beta(0.5, dof - 0.5) /
                        std::pow(boost::math::beta(0.5, dof / 2.0), 2);
  return z * (2.0 * boost::math::cdf(t, z) - 1.0) + 2.0 * boost::math::pdf(t, z) * (dof + z * z) / (dof - 1.0) - spread;
}

TEST(Mixture, CrpsHasItsClosedForms) {
  for (const double z : {-12.0, -3.0, -0.4, 0.0, 1.0, 6.0}) {
    EXPECT_NEAR(Single({Family::kGaussian, 5.0, 2.0}).Crps(5.0 + 2.0 * z), 2.0 * GaussianCrps(z), 1e-5) << z;
    EXPECT_NEAR(Single({Family::kStudentT, 1.0, 0.5, 2.5}).Crps(1.0 + 0.5 * z), 0.5 * StudentTCrps(z, 2.5), 1e-5) << z;
    const double laplace = std::abs(z) + std::exp(-std::abs(z)) - 0.75;
    EXPECT_NEAR(Single({Family::kLaplace, -1.0, 3.0}).Crps(-1.0 + 3.0 * z), 3.0 * laplace, 1e-5) << z;
  }
}

TEST(Mixture, QuantilesAndMoments) {
  EXPECT_NEAR(Single({Family::kGaussian, 1.0, 2.0}).Quantile(0.975), 1.0 + 2.0 * 1.959964, 1e-5);
  EXPECT_NEAR(Single({Family::kStudentT, 0.0, 1.0, 5.0}).Quantile(0.95), 2.015048, 1e-5);
  EXPECT_NEAR(Single({Family::kLaplace, 0.0, 1.0}).Quantile(0.95), std::log(10.0), 1e-9);
  EXPECT_NEAR(Single({Family::kStudentT, 0.0, 1.0, 5.0}).Sd(), std::sqrt(5.0 / 3.0), 1e-12);
  Mixture two;
  two.Add({Family::kGaussian, -3.0, 1.0});
  two.Add({Family::kGaussian, 3.0, 1.0});
  EXPECT_NEAR(two.Mean(), 0.0, 1e-12);
  EXPECT_NEAR(two.Sd(), std::sqrt(10.0), 1e-12);
  EXPECT_NEAR(two.Quantile(0.5), 0.0, 1e-8);
  for (const double p : {0.01, 0.3, 0.9}) EXPECT_NEAR(two.Cdf(two.Quantile(p)), p, 1e-9);
}

TEST(Component, DrawsFollowTheDistribution) {
  for (const Component& component :
       {Component{Family::kGaussian, 1.0, 2.0, 0.0}, Component{Family::kStudentT, 1.0, 2.0, 4.0},
        Component{Family::kLaplace, 1.0, 2.0, 0.0}}) {
    Rng random(7);
    constexpr size_t kDraws = 20000;
    std::vector<double> ranks;
    for (size_t i = 0; i < kDraws; ++i) ranks.push_back(component.Cdf(component.Draw(random)));
    std::sort(ranks.begin(), ranks.end());
    double distance = 0.0;  // Kolmogorov-Smirnov
    for (size_t i = 0; i < kDraws; ++i) {
      distance = std::max(distance, std::abs(ranks[i] - (static_cast<double>(i) + 0.5) / kDraws));
    }
    EXPECT_LT(distance, 1.63 / std::sqrt(static_cast<double>(kDraws)));
  }
}

}  // namespace
}  // namespace mask2cause
