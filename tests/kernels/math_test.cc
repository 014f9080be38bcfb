// Accuracy of the vector functions on every instruction set, against double, over every range they are used in.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "kernels/isa.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/math_test.cc"
#include <hwy/foreach_target.h>
// Highway compiles everything below once for each instruction set.
#include <hwy/highway.h>

#include "kernels/math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {

// Arrays are a whole number of vectors long.
void ExpKernel(const std::vector<float>& x, std::vector<float>& y) {
  const FloatTag d;
  for (size_t i = 0; i < x.size(); i += hn::Lanes(d)) hn::StoreU(Exp(hn::LoadU(d, &x[i])), d, &y[i]);
}

void NormalKernel(const std::vector<float>& x, std::vector<float>& cdf, std::vector<float>& pdf) {
  const FloatTag d;
  for (size_t i = 0; i < x.size(); i += hn::Lanes(d)) {
    FloatVec c, p;
    NormalCdfPdf(hn::LoadU(d, &x[i]), c, p);
    hn::StoreU(c, d, &cdf[i]);
    hn::StoreU(p, d, &pdf[i]);
  }
}

void FactorsKernel(const Dropout& dropout, size_t row, std::vector<float>& factors) {
  const FloatTag d;
  ForEachFactor(dropout, row, factors.size(),
                [&](size_t c, FloatVec keep) HWY_ATTR { hn::StoreU(keep, d, &factors[c]); });
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mask2cause {

HWY_EXPORT(ExpKernel);
HWY_EXPORT(NormalKernel);
HWY_EXPORT(FactorsKernel);

namespace {

std::vector<std::string> VectorIsas() {
  std::vector<std::string> isas = AvailableIsas();
  isas.pop_back();  // the scalar twins call libm
  return isas;
}

class VectorMath : public ::testing::TestWithParam<std::string> {
 protected:
  VectorMath() { SelectIsa(GetParam()); }
  ~VectorMath() override { SelectIsa("auto"); }
};

constexpr size_t kLanes = 16;  // of the widest vector

// Evenly from low to high, then a geometric sweep of both signs through everything a float can be below `high`.
std::vector<float> Sweep(double low, double high) {
  constexpr size_t kSteps = 1 << 18;
  std::vector<float> x;
  for (size_t i = 0; i <= kSteps; ++i) {
    x.push_back(static_cast<float>(low + (high - low) * static_cast<double>(i) / kSteps));
  }
  for (double size = 1e-38; size < std::max(-low, high); size *= 1.01) {
    if (size <= high) x.push_back(static_cast<float>(size));
    if (-size >= low) x.push_back(static_cast<float>(-size));
  }
  x.push_back(0.0f);
  x.push_back(-0.0f);
  while (x.size() % kLanes != 0) x.push_back(static_cast<float>(low));
  return x;
}

std::vector<float> Exps(const std::vector<float>& x) {
  std::vector<float> y(x.size());
  HWY_DYNAMIC_DISPATCH(ExpKernel)(x, y);
  return y;
}

double UnitInTheLastPlace(double value) {
  return std::ldexp(1.0, std::ilogb(value) - 23);
}

TEST_P(VectorMath, ExpIsWithinTwoUnitsInTheLastPlace) {
  const std::vector<float> x = Sweep(-87.3, 88.3);
  const std::vector<float> y = Exps(x);
  double worst = 0.0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double exact = std::exp(static_cast<double>(x[i]));
    worst = std::max(worst, std::abs(static_cast<double>(y[i]) - exact) / UnitInTheLastPlace(exact));
  }
  EXPECT_LE(worst, 2.0);
  EXPECT_GT(worst, 0.0);
  RecordProperty("worst_units", std::to_string(worst));
}

TEST_P(VectorMath, ExpOfZeroIsOne) {
  for (const float y : Exps(std::vector<float>(kLanes, 0.0f))) EXPECT_EQ(y, 1.0f);
  for (const float y : Exps(std::vector<float>(kLanes, -0.0f))) EXPECT_EQ(y, 1.0f);
}

TEST_P(VectorMath, ExpStaysAtTheSmallestNormalNumberBelow) {
  for (const float x : {-87.4f, -100.0f, -1e3f, -1e4f, -1e10f, -std::numeric_limits<float>::infinity()}) {
    for (const float y : Exps(std::vector<float>(kLanes, x))) {
      EXPECT_GE(y, std::numeric_limits<float>::min()) << x;
      EXPECT_LE(y, 1.3e-38f) << x;
    }
  }
}

TEST_P(VectorMath, ExpStaysFiniteAbove) {
  for (const float x : {88.4f, 1e3f, 1e30f}) {
    for (const float y : Exps(std::vector<float>(kLanes, x))) {
      EXPECT_TRUE(std::isfinite(y)) << x;
      EXPECT_GT(y, 2e38f) << x;
    }
  }
}

TEST_P(VectorMath, NormalDistributionAndDensityAreAccurate) {
  for (const double range : {8.0, 40.0, 1e4}) {
    const std::vector<float> x = Sweep(-range, range);
    std::vector<float> cdf(x.size()), pdf(x.size());
    HWY_DYNAMIC_DISPATCH(NormalKernel)(x, cdf, pdf);
    double worst_cdf = 0.0, worst_pdf = 0.0;
    for (size_t i = 0; i < x.size(); ++i) {
      const double z = static_cast<double>(x[i]);
      const double exact = 0.5 * std::erfc(-z / std::sqrt(2.0));
      const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
      // The fit, eight roundings on the way to the tail (exp, the reciprocal, the polynomial, three products), one of 1
      // - tail.
      const double bound = 2e-8 + 8.0 * 0x1p-24 * std::min(exact, 1.0 - exact) + 0x1p-24 * exact;
      worst_cdf = std::max(worst_cdf, std::abs(static_cast<double>(cdf[i]) - exact) / bound);
      worst_pdf = std::max(worst_pdf, std::abs(static_cast<double>(pdf[i]) - density));
    }
    EXPECT_LE(worst_cdf, 1.0) << range;
    EXPECT_LE(worst_pdf, 6e-8) << range;
  }
}

TEST_P(VectorMath, DropoutFactorsAreThoseOfTheDefinition) {
  for (const double rate : {0.0, 0.1, 0.5, 0.9}) {
    const Dropout dropout = MakeDropout(rate, 42, 17, 3);
    for (const size_t cols : {1, 16, 17, 20, 32, 33, 48, 64, 80, 130, 256, 320}) {
      for (const size_t row : {0, 1, 2, 99, 12345}) {
        std::vector<float> factors(PaddedColumns(cols));
        HWY_DYNAMIC_DISPATCH(FactorsKernel)(dropout, row, factors);
        for (size_t c = 0; c < cols; ++c) {
          ASSERT_EQ(factors[c], DropoutFactor(dropout, row, c, cols)) << rate << " " << cols << " " << row << " " << c;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isa, VectorMath, ::testing::ValuesIn(VectorIsas()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mask2cause
#endif
