// Forecast losses against their textbook formulas, derivatives against finite differences.
#include "train/loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace mask2cause {
namespace {

struct Inputs {
  double mean, raw_scale, target, raw_dof;
};

// log(1 + e^x) + 1e-6 from the definition, where that does not overflow.
double ScaleOf(double raw) {
  return (raw > 30.0 ? raw : std::log1p(std::exp(raw))) + 1e-6;
}

double TextbookLoss(Objective objective, const Inputs& in) {
  const double error = in.target - in.mean, scale = ScaleOf(in.raw_scale);
  switch (objective) {
    case Objective::kMse:
      return error * error;
    case Objective::kGaussian:
    case Objective::kDual:
      return 0.5 * (std::log(scale) + error * error / scale);
    case Objective::kLaplace:
      return std::log(2.0 * scale) + std::abs(error) / scale;
    case Objective::kStudentT:
      break;
  }
  const double nu = 2.0 + ScaleOf(in.raw_dof) - 1e-6;
  return std::lgamma(nu / 2.0) - std::lgamma((nu + 1.0) / 2.0) + 0.5 * std::log(nu * std::numbers::pi * scale) +
         0.5 * (nu + 1.0) * std::log1p(error * error / (nu * scale));
}

// Central differences of the second kind, fourth order.
double Derivative(const std::function<double(double)>& f, double at, double step) {
  return (8.0 * (f(at + step) - f(at - step)) - (f(at + 2.0 * step) - f(at - 2.0 * step))) / (12.0 * step);
}

struct Outputs {
  double loss, dmean, dscale, ddof;
};

Outputs Evaluate(Objective objective, const Inputs& in, double weight = 1.0) {
  const float mean = static_cast<float>(in.mean), scale = static_cast<float>(in.raw_scale);
  const float target = static_cast<float>(in.target);
  float dmean = -1.0f, dscale = -1.0f;
  const LossSum sum = ForecastLoss({.objective = objective,
                                    .rows = 1,
                                    .mean = &mean,
                                    .scale = &scale,
                                    .target = &target,
                                    .weight = weight,
                                    .dof = in.raw_dof,
                                    .dmean = &dmean,
                                    .dscale = &dscale});
  return {sum.loss, dmean, dscale, sum.ddof};
}

class LossTest : public ::testing::TestWithParam<Objective> {
 protected:
  // Gradients are stored as float.
  static void ExpectClose(double got, double want, double scale) {
    EXPECT_NEAR(got, want, 1e-6 * std::max(std::abs(want), scale));
  }

  void CheckAt(const Inputs& in) {
    SCOPED_TRACE(::testing::Message() << "mean " << in.mean << " scale " << in.raw_scale << " target " << in.target
                                      << " dof " << in.raw_dof);
    const Objective objective = GetParam();
    const Outputs got = Evaluate(objective, in);
    const double loss = TextbookLoss(objective, in);
    EXPECT_NEAR(got.loss, loss, 1e-12 * std::max(1.0, std::abs(loss)));
    const double spread = objective == Objective::kMse ? 1.0 : std::sqrt(ScaleOf(in.raw_scale));
    const double width = objective == Objective::kLaplace ? ScaleOf(in.raw_scale) : spread;
    const auto by_mean = [&](double x) { return TextbookLoss(objective, {x, in.raw_scale, in.target, in.raw_dof}); };
    const auto by_scale = [&](double x) { return TextbookLoss(objective, {in.mean, x, in.target, in.raw_dof}); };
    const auto by_dof = [&](double x) { return TextbookLoss(objective, {in.mean, in.raw_scale, in.target, x}); };
    const double size = std::max(1.0, std::abs(loss));  // what the differences lose
    ExpectClose(got.dmean, Derivative(by_mean, in.mean, 1e-3 * width), size / width);
    if (objective == Objective::kMse) return;
    ExpectClose(got.dscale, Derivative(by_scale, in.raw_scale, 1e-3), size);
    ExpectClose(got.ddof, objective == Objective::kStudentT ? Derivative(by_dof, in.raw_dof, 1e-3) : 0.0, size);
  }
};

TEST_P(LossTest, ValueAndDerivativesAtOrdinaryValues) {
  for (const double mean : {-1.5, 0.0, 0.25}) {
    for (const double raw_scale : {-3.0, -0.5, 0.0, 1.0, 4.0}) {
      for (const double target : {-2.0, 0.5, 3.0}) {
        for (const double raw_dof : {-2.0, 1.0, 5.0}) CheckAt({mean, raw_scale, target, raw_dof});
      }
    }
  }
}

TEST_P(LossTest, NoError) {
  for (const double raw_scale : {-3.0, 0.0, 3.0}) {
    CheckAt({0.75, raw_scale, 0.75, 1.0});
    EXPECT_EQ(Evaluate(GetParam(), {0.75, raw_scale, 0.75, 1.0}).dmean, 0.0);
  }
}

TEST_P(LossTest, ExtremeScales) {
  for (const double raw_scale : {-100.0, -20.0, 20.0, 100.0}) {
    for (const double target : {0.0, 0.5, -2.0}) CheckAt({0.0, raw_scale, target, 1.0});
  }
}

TEST_P(LossTest, HugeErrors) {
  for (const double target : {1e3, -1e3, 1048576.0}) {
    for (const double raw_scale : {-2.0, 0.0, 10.0}) CheckAt({0.0, raw_scale, target, 1.0});
  }
}

TEST_P(LossTest, ExtremeInputsGiveFiniteResults) {
  for (const double raw_scale : {-1e4, -100.0, 0.0, 100.0, 1e4}) {
    for (const double target : {0.0, 1e-30, 1e6, -1e6}) {
      for (const double raw_dof : {-100.0, 0.0, 100.0}) {
        const Outputs got = Evaluate(GetParam(), {0.0, raw_scale, target, raw_dof});
        for (const double x : {got.loss, got.dmean, got.dscale, got.ddof}) {
          EXPECT_TRUE(std::isfinite(x)) << raw_scale << " " << target << " " << raw_dof;
        }
      }
    }
  }
}

TEST_P(LossTest, WeightScalesEverything) {
  const Inputs in = {0.5, 0.3, -1.0, 0.7};
  const Outputs one = Evaluate(GetParam(), in), eighth = Evaluate(GetParam(), in, 0.125);
  EXPECT_DOUBLE_EQ(eighth.loss, 0.125 * one.loss);
  EXPECT_DOUBLE_EQ(eighth.dmean, 0.125 * one.dmean);
  if (GetParam() != Objective::kMse) {
    EXPECT_DOUBLE_EQ(eighth.dscale, 0.125 * one.dscale);
  }
  EXPECT_DOUBLE_EQ(eighth.ddof, 0.125 * one.ddof);
}

TEST_P(LossTest, MissingTargetsAreLeftOut) {
  const std::vector<float> mean = {0.5f, 1.0f, -1.0f}, scale = {0.1f, 0.2f, 0.3f}, observed = {1.0f, 0.0f, 1.0f};
  const std::vector<float> target = {1.0f, std::nanf(""), 0.25f};
  std::vector<float> dmean(3, 9.0f), dscale(3, 9.0f);
  const LossSum sum = ForecastLoss({.objective = GetParam(),
                                    .rows = 3,
                                    .mean = mean.data(),
                                    .scale = scale.data(),
                                    .target = target.data(),
                                    .observed = observed.data(),
                                    .weight = 0.5,
                                    .dof = 1.0,
                                    .dmean = dmean.data(),
                                    .dscale = dscale.data()});
  const Outputs first = Evaluate(GetParam(), {0.5, 0.1f, 1.0, 1.0}, 0.5);
  const Outputs last = Evaluate(GetParam(), {-1.0, 0.3f, 0.25, 1.0}, 0.5);
  EXPECT_DOUBLE_EQ(sum.loss, first.loss + last.loss);
  EXPECT_DOUBLE_EQ(sum.ddof, first.ddof + last.ddof);
  EXPECT_EQ(dmean[1], 0.0f);
  EXPECT_EQ(static_cast<double>(dmean[2]), last.dmean);
  if (GetParam() != Objective::kMse) {
    EXPECT_EQ(dscale[1], 0.0f);
  }
}

INSTANTIATE_TEST_SUITE_P(Objectives, LossTest,
                         ::testing::Values(Objective::kMse, Objective::kGaussian, Objective::kDual,
                                           Objective::kStudentT, Objective::kLaplace),
                         [](const auto& test) {
                           const std::string name = ObjectiveName(test.param);
                           return name == "student-t" ? "student" : name;
                         });

TEST(Softplus, IsExactAtTheEnds) {
  EXPECT_EQ(Softplus(1000.0), 1000.0);
  EXPECT_EQ(Softplus(-1000.0), 0.0);
  EXPECT_DOUBLE_EQ(Softplus(0.0), std::numbers::ln2);
  EXPECT_DOUBLE_EQ(Softplus(-40.0), std::exp(-40.0));
  EXPECT_EQ(Sigmoid(1000.0), 1.0);
  EXPECT_EQ(Sigmoid(-1000.0), 0.0);
  EXPECT_EQ(Sigmoid(0.0), 0.5);
}

}  // namespace
}  // namespace mask2cause
