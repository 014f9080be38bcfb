#include "report/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace mask2cause {
namespace {

TEST(JsonText, NumbersReadBackToTheSameBits) {
  for (const double value : {0.1, 1.0 / 3.0, -2.5e-308, 1.7976931348623157e308, 5e-324, 0.0, 123456789.0}) {
    EXPECT_EQ(nlohmann::json::parse(JsonNumber(value)).get<double>(), value) << JsonNumber(value);
  }
}

TEST(JsonText, WhatIsNotFiniteIsNull) {
  EXPECT_EQ(JsonNumber(std::nan("")), "null");
  EXPECT_EQ(JsonNumber(std::numeric_limits<double>::infinity()), "null");
}

TEST(JsonText, StringsAreEscaped) {
  const std::string text = "a\"b\\c\nd\x01 é";
  EXPECT_EQ(nlohmann::json::parse(JsonString(text)).get<std::string>(), text);
}

TEST(JsonText, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(nlohmann::json::parse(JsonString("a\xff z")).get<std::string>(), "a\xEF\xBF\xBD z");
}

TEST(JsonText, MatrixAndObjectAreValidJsonInOrder) {
  const double values[] = {1, 2, 3, 4, 5, 6};
  JsonObject object;
  object.Add("z", std::string("text"));
  object.AddText("m", JsonMatrix(values, 2, 3));
  object.Add("empty", std::vector<std::string>{});
  object.Add("flag", true);
  const auto parsed = nlohmann::ordered_json::parse(object.OnLines());
  EXPECT_EQ(parsed.begin().key(), "z");
  EXPECT_EQ(parsed["m"], nlohmann::ordered_json::parse("[[1,2,3],[4,5,6]]"));
  EXPECT_EQ(parsed["empty"].size(), 0u);
  EXPECT_EQ(nlohmann::ordered_json::parse(object.OnOneLine()), parsed);
  EXPECT_EQ(nlohmann::json::parse(JsonMatrix(nullptr, 0, 0)).size(), 0u);
}

}  // namespace
}  // namespace mask2cause
