#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/temp_folder.h"
#include "mask2cause/report.h"
#include "report/base64.h"
#include "report/page_data.h"
#include "report/page_pictures.h"

namespace mask2cause {
namespace {

using nlohmann::json;

Result ThreeVariables() {
  Result result;
  result.scores = {{"a", "</script><script>alert(1)</script>", "c"}, {0, 0.25, 0.5, 1.0, 0, 0, 0, 0, 0}};
  result.edges = {
      {.source = 0, .target = 1, .score = 1.0, .found = true, .p = 1e-300, .q = 1e-299, .lag = 2, .sign = -1},
      {.source = 2, .target = 0, .score = 0.5, .sign_varies = true, .kind = EdgeKind::kVariance}};
  result.lag_coefficients = std::vector<double>(18, 0.0);
  result.lag_coefficients[9 + 3] = -0.75;
  result.truth = {0, 0, 0, 1, 0, 0, 0, 0, 0};
  return result;
}

TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(Base64(""), "");
  EXPECT_EQ(Base64("f"), "Zg==");
  EXPECT_EQ(Base64("fo"), "Zm8=");
  EXPECT_EQ(Base64("foo"), "Zm9v");
  EXPECT_EQ(Base64(std::string_view("\xff\xfe\xfd", 3)), "//79");
}

TEST(ShortNumber, IsJsonWhateverTheNumber) {
  EXPECT_EQ(ShortNumber(1.0 / 3.0), "0.3333");
  EXPECT_EQ(json::parse(ShortNumber(1.5e-300)).get<double>(), 1.5e-300);
  EXPECT_EQ(json::parse(ShortNumber(123456789.0)).get<double>(), 123500000.0);
  EXPECT_EQ(ShortNumber(std::nan("")), "null");
  EXPECT_EQ(ShortNumber(-INFINITY), "null");
}

TEST(PageData, EdgesAreColumns) {
  const json data = json::parse(PageData(ThreeVariables()));
  const json& edges = data["edges"];
  EXPECT_EQ(edges["source"], json({0, 2}));
  EXPECT_EQ(edges["found"], json({1, 0}));
  EXPECT_EQ(edges["sign"], json({-1, 2}));
  EXPECT_EQ(edges["kind"], json({0, 2}));
  EXPECT_EQ(edges["p"], json({1e-300, nullptr}));
  EXPECT_FALSE(edges.contains("nats"));
  EXPECT_EQ(edges["profiles"], json({0, -0.75, 0, 0}));
  EXPECT_EQ(data["truth"], "000100000");
  EXPECT_EQ(data["metrics"]["off_diagonal"]["auroc"], 1.0);
}

TEST(PageData, OfVeryManyPairsTheStrongestAndAllThatAreFound) {
  Result result;
  const size_t size = 200;
  result.scores.names.resize(size, "x");
  result.scores.values.resize(size * size, 0.5);
  for (size_t i = 0; i < size * size; ++i) {
    if (i / size != i % size) result.edges.push_back({.source = i % size, .target = i / size, .score = 0.5});
  }
  result.edges.back().found = true;
  const json data = json::parse(PageData(result));
  EXPECT_EQ(data["pairs"], result.edges.size());
  EXPECT_EQ(data["edges"]["source"].size(), 20001u);
  EXPECT_EQ(data["edges"]["found"].back(), 1);
}

TEST(ReportPage, NoNameCanEndTheScriptThatHoldsIt) {
  if (!HasReportPage()) GTEST_SKIP() << "built without the page";
  const std::string page = ReportPage(ThreeVariables());
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script\\u003e\\u003cscript\\u003ealert"), std::string::npos);
  EXPECT_NE(page.find("Content-Security-Policy"), std::string::npos);
  EXPECT_EQ(page.find("unsafe-"), std::string::npos);
}

TEST(ReportPage, WithoutItTheRemedyIsNamed) {
  if (HasReportPage()) GTEST_SKIP() << "built with the page";
  ExpectError(ErrorOf([] { RequireReportPage(); }), ErrorKind::kUsage, {"without its report page", "tools/setup.sh"});
}

}  // namespace
}  // namespace mask2cause
