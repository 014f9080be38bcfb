#include "report/chart_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mask2cause {
namespace {

std::string TickTexts(const AxisScale& scale) {
  std::string out;
  for (const AxisTick& tick : scale.ticks()) {
    if (!out.empty()) out += ' ';
    out += tick.text;
  }
  return out;
}

TEST(ChartAxis, LinearPlacesAndTicks) {
  const AxisScale scale({0, 10}, false, 6);
  EXPECT_EQ(TickTexts(scale), "0 2 4 6 8 10");
  EXPECT_DOUBLE_EQ(scale.Fraction(0), 0);
  EXPECT_DOUBLE_EQ(scale.Fraction(2.5), 0.25);
  EXPECT_DOUBLE_EQ(scale.Fraction(10), 1);
  EXPECT_DOUBLE_EQ(scale.Fraction(99), 1);
}

TEST(ChartAxis, LogarithmicPlacesAndTicks) {
  const AxisScale scale({1, 10000}, true, 6);
  EXPECT_EQ(TickTexts(scale), "1 10 100 1000 10000");
  EXPECT_DOUBLE_EQ(scale.Fraction(100), 0.5);
  EXPECT_DOUBLE_EQ(scale.Fraction(10), 0.25);
  EXPECT_DOUBLE_EQ(scale.Fraction(-1), 0);
  EXPECT_EQ(TickTexts(AxisScale({250, 5000}, true, 6)), "500 1000 2000 5000");
  EXPECT_EQ(TickTexts(AxisScale({1e-9, 1e9}, true, 7)), "1e-9 1e-6 0.001 1 1000 1e6 1e9");
}

TEST(ChartAxis, NarrowLogarithmicAxisHasEvenTicks) {
  const AxisScale scale({250, 500}, true, 6);
  EXPECT_EQ(TickTexts(scale), "250 300 350 400 450 500");
  EXPECT_NEAR(scale.Fraction(250 * std::sqrt(2.0)), 0.5, 1e-12);
}

TEST(ChartAxis, TextsHaveTheDecimalsOfTheStep) {
  EXPECT_EQ(TickTexts(AxisScale({0.5, 1}, false, 6)), "0.5 0.6 0.7 0.8 0.9 1.0");
  EXPECT_EQ(TickTexts(AxisScale({-0.02, 0.02}, false, 6)), "-0.02 -0.01 0.00 0.01 0.02");
  EXPECT_EQ(TickTexts(AxisScale({0, 5e7}, false, 6)), "0 1e7 2e7 3e7 4e7 5e7");
  EXPECT_EQ(TickTexts(AxisScale({0, 5e-8}, false, 6)), "0 1e-8 2e-8 3e-8 4e-8 5e-8");
}

TEST(ChartAxis, EveryRangeHasTicksInsideAndFinitePlaces) {
  const double ends[] = {0,    1e-280, 1e-12, 0.1,  0.91, 1,      1 + 1e-12, 3,      1010,   1090,  99999.5,
                         1e12, 1e300,  -1,    -0.1, -5e9, -1e300, 1e-300,    5e-324, 2e-290, 1e100, 7};
  for (const bool logarithmic : {false, true}) {
    for (const double low : ends) {
      for (const double high : ends) {
        if (low > high || !HasPlaceOnAxis(low, logarithmic) || !HasPlaceOnAxis(high, logarithmic)) continue;
        for (const size_t most : {2, 6, 9}) {
          const AxisScale scale({low, high}, logarithmic, most);
          ASSERT_GE(scale.ticks().size(), 2u) << low << " " << high << " " << logarithmic;
          ASSERT_LE(scale.ticks().size(), std::max<size_t>(most, 6)) << low << " " << high << " " << logarithmic;
          for (const AxisTick& tick : scale.ticks()) ASSERT_TRUE(std::isfinite(tick.value));
          ASSERT_TRUE(scale.Fraction(low) >= 0 && scale.Fraction(high) <= 1);
          ASSERT_LE(scale.Fraction(low), scale.Fraction(high));
        }
      }
    }
  }
}

TEST(ChartAxis, EmptyAndPointRangesAreWidened) {
  EXPECT_EQ(TickTexts(AxisScale({}, false, 6)), "0.0 0.2 0.4 0.6 0.8 1.0");
  EXPECT_EQ(TickTexts(AxisScale({}, true, 7)), "1 2 5 10 20 50 100");
  EXPECT_DOUBLE_EQ(AxisScale({3, 3}, false, 6).Fraction(3), 0.5);
  EXPECT_DOUBLE_EQ(AxisScale({0, 0}, false, 6).Fraction(0), 0.5);
}

TEST(ChartAxis, WhatHasNoPlace) {
  EXPECT_FALSE(HasPlaceOnAxis(std::nan(""), false));
  EXPECT_FALSE(HasPlaceOnAxis(std::numeric_limits<double>::infinity(), false));
  EXPECT_FALSE(HasPlaceOnAxis(std::numeric_limits<double>::max(), false));
  EXPECT_TRUE(HasPlaceOnAxis(-1, false));
  EXPECT_FALSE(HasPlaceOnAxis(0, true));
  EXPECT_FALSE(HasPlaceOnAxis(-1, true));
}

}  // namespace
}  // namespace mask2cause
