#include "data/number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/rng.h"

namespace mask2cause {
namespace {

// The fast way must give exactly what the slow, exact one gives, or decline.
void ExpectSameAsExact(const std::string& text, size_t* accepted) {
  float fast = 0.0F;
  const char* const end = ParsePlainFloat(text.c_str(), &fast);
  if (end == nullptr) return;
  ++*accepted;
  EXPECT_EQ(*end, '\0') << text;
  const auto exact = static_cast<float>(std::strtod(text.c_str(), nullptr));
  EXPECT_EQ(fast, exact) << text;
  EXPECT_EQ(std::signbit(fast), std::signbit(exact)) << text;
}

TEST(Number, FastParserAgreesWithExactOnRandomNumbers) {
  Rng rng(7);
  size_t accepted = 0;
  constexpr size_t kCount = 200000;
  for (size_t i = 0; i < kCount; ++i) {
    char text[64];
    const double value = rng.Normal() * std::pow(10.0, rng.Uniform(-12, 12));
    const int digits = static_cast<int>(rng.Below(18)) + 1;
    std::snprintf(text, sizeof(text), rng.Below(2) == 0 ? "%.*g" : "%.*e", digits, value);
    ExpectSameAsExact(text, &accepted);
  }
  EXPECT_GT(accepted, kCount * 9 / 10) << "the fast way is hardly ever taken";
}

TEST(Number, FastParserAgreesWithExactBetweenTwoFloats) {
  Rng rng(8);
  size_t accepted = 0;
  for (size_t i = 0; i < 20000; ++i) {
    // Halfway between two neighbours, exactly and off by a digit far behind the point.
    const auto low = static_cast<float>(rng.Uniform(1.0, 1000.0));
    const double half = (static_cast<double>(low) + static_cast<double>(std::nextafter(low, 2000.0F))) / 2;
    for (const int digits : {9, 12, 14, 15, 16, 17, 18, 19}) {
      char text[64];
      std::snprintf(text, sizeof(text), "%.*g", digits, half);
      ExpectSameAsExact(text, &accepted);
    }
  }
  EXPECT_GT(accepted, 0U);
}

TEST(Number, FastParserDeclinesOddNumbers) {
  for (const char* text :
       {"", "-", ".", "e5", "1e", "1e+", "abc", "1e400", "1e39", "1e-40", "12345678901234567890", "inf"}) {
    float value = 0.0F;
    EXPECT_EQ(ParsePlainFloat(text, &value), nullptr) << text;
  }
}

TEST(Number, WholeTextMustBeANumber) {
  EXPECT_EQ(ParseNumber(" +1.5e3\t"), 1500.0);
  EXPECT_EQ(ParseNumber("-.5"), -0.5);
  EXPECT_EQ(ParseNumber("5."), 5.0);
  for (const char* text : {"", "1.5x", "1 2", "+-1", "0x10", "1,5", "nan", "--1"})
    EXPECT_FALSE(ParseNumber(text)) << text;
}

TEST(Number, BeyondDoubleIsInfinityOrZero) {
  const std::string zeros(400, '0');
  EXPECT_EQ(ParseNumber("1e999"), HUGE_VAL);
  EXPECT_EQ(ParseNumber("-1e999"), -HUGE_VAL);
  EXPECT_EQ(ParseNumber("1e-999"), 0.0);
  EXPECT_EQ(ParseNumber("1" + zeros), HUGE_VAL);
  EXPECT_EQ(ParseNumber("0." + zeros + "1"), 0.0);
  EXPECT_EQ(ParseNumber("1" + zeros + "e-5"), HUGE_VAL);
  EXPECT_EQ(ParseNumber("0." + zeros + "1e5"), 0.0);
  EXPECT_EQ(ParseNumber("1e99999999999999999999"), HUGE_VAL);
  EXPECT_EQ(ParseNumber("inf"), HUGE_VAL);
}

TEST(Number, MissingTokens) {
  for (const char* text : {"", "  ", "NA", "na", "NaN", "nan", "NULL", "null", "?", " ? "}) {
    EXPECT_TRUE(IsMissingToken(text)) << text;
  }
  for (const char* text : {"0", "-", "none", "N/A", "??", "nan1"}) EXPECT_FALSE(IsMissingToken(text)) << text;
}

TEST(Number, MessagesShowReadableText) {
  EXPECT_EQ(Quoted(std::string_view("a\0b", 3)), "'a\\x00b'");
  EXPECT_EQ(Quoted("\xff\xfe"), "'\\xff\\xfe'");
  EXPECT_EQ(Quoted("größe"), "'größe'");
  EXPECT_TRUE(IsUtf8(Quoted(std::string(39, 'a') + "ö" + std::string(50, 'b'))));
}

}  // namespace
}  // namespace mask2cause
