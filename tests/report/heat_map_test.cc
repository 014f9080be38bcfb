#include "report/heat_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mask2cause/error.h"
#include "report/colour_ramp.h"
#include "report/svg_reading.h"

namespace mask2cause {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The lightness of Oklab, in which equal steps look equal.
double Lightness(const std::string& colour) {
  double linear[3];
  for (size_t i = 0; i < 3; ++i) {
    const double s = static_cast<double>(std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16)) / 255;
    linear[i] = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  }
  const double l = std::cbrt(0.4122214708 * linear[0] + 0.5363325363 * linear[1] + 0.0514459929 * linear[2]);
  const double m = std::cbrt(0.2119034982 * linear[0] + 0.6806995451 * linear[1] + 0.1073969566 * linear[2]);
  const double s = std::cbrt(0.0883024619 * linear[0] + 0.2817188376 * linear[1] + 0.6299787005 * linear[2]);
  return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
}

// The squares that are cells: they alone have a tooltip.
std::vector<SvgElement> Cells(const SvgReader& svg) {
  std::vector<SvgElement> cells;
  for (size_t i = 0; i + 1 < svg.elements().size(); ++i) {
    if (svg.elements()[i].name == "rect" && svg.elements()[i + 1].name == "title") cells.push_back(svg.elements()[i]);
  }
  return cells;
}

TEST(ColourRamp, LightnessRisesEvenly) {
  const double step = (Lightness(RampColour(kRampLevels - 1)) - Lightness(RampColour(0))) / (kRampLevels - 1);
  for (size_t level = 1; level < kRampLevels; ++level) {
    EXPECT_NEAR(Lightness(RampColour(level)) - Lightness(RampColour(level - 1)), step, 0.5 * step) << level;
    EXPECT_NEAR(Lightness(RampColour(level)), Lightness(RampColour(0)) + step * static_cast<double>(level), step)
        << level;
  }
}

TEST(ColourRamp, LevelsAreHeldToTheEnds) {
  EXPECT_EQ(RampLevel(-3), 0u);
  EXPECT_EQ(RampLevel(0.5), (kRampLevels) / 2);
  EXPECT_EQ(RampLevel(7), kRampLevels - 1);
}

TEST(HeatMap, RowsAreTargetsAndColumnsAreSources) {
  // "cause" drives "effect": row 1, column 0.
  const SvgReader svg = ReadSvg(HeatMapSvg({{"two", {"cause", "effect"}, {0, 0, 1, 0}}}));
  const std::vector<SvgElement> cells = Cells(svg);
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(cells[2].Get("fill"), RampColour(kRampLevels - 1));
  EXPECT_EQ(cells[2].Number("x"), 0);
  EXPECT_EQ(cells[2].Number("y"), cells[2].Number("height"));
  EXPECT_EQ(cells[1].Get("fill"), RampColour(0));
  EXPECT_TRUE(svg.HasText("cause -&gt; effect: 1"));
  const std::vector<SvgElement> targets = svg.OfClass("target");
  const std::vector<SvgElement> sources = svg.OfClass("source");
  ASSERT_EQ(targets.size(), 2u);
  ASSERT_EQ(sources.size(), 2u);
  EXPECT_LT(targets[0].Number("y"), targets[1].Number("y"));
  EXPECT_LT(sources[0].Number("x"), sources[1].Number("x"));
  EXPECT_TRUE(svg.HasText("source"));
  EXPECT_TRUE(svg.HasText("target"));
}

TEST(HeatMap, NamesAreEscaped) {
  const SvgReader svg = ReadSvg(HeatMapSvg({{"<b>", {"\"&\xff", "<s>"}, {0, 0.5, 1, 0}}}));
  EXPECT_TRUE(svg.HasText("&lt;b&gt;"));
  EXPECT_TRUE(svg.HasText("&quot;&amp;\uFFFD"));
  EXPECT_TRUE(svg.HasText("&lt;s&gt;"));
}

TEST(HeatMap, LongOrManyNamesAreLeftOut) {
  const std::string long_name(40, 'n');
  EXPECT_TRUE(ReadSvg(HeatMapSvg({{"", {"a", long_name}, {0, 0, 0, 0}}})).OfClass("source").empty());
  const auto names_shown = [](size_t n) {
    return ReadSvg(HeatMapSvg({{"", std::vector<std::string>(n, "v"), std::vector<double>(n * n, 0.5)}}))
        .OfClass("source")
        .size();
  };
  EXPECT_EQ(names_shown(30), 30u);
  EXPECT_EQ(names_shown(31), 0u);
}

TEST(HeatMap, HundredVariablesStaySmall) {
  std::vector<double> values(100 * 100);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i * 7919 % 1000) / 999;
  const std::string text = HeatMapSvg({{"scores", {}, values}});
  ReadSvg(text);
  EXPECT_LT(text.size(), 300000u);
}

TEST(HeatMap, PanelsOfOneRangeShareTheBar) {
  const std::vector<double> unit = {0, 1, 0.5, 0};
  const std::vector<double> wide = {-3, 40, 2, 0};
  EXPECT_EQ(ReadSvg(HeatMapSvg({{"a", {}, unit}, {"b", {}, wide}})).OfClass("bar").size(), 1u);
  const SvgReader svg = ReadSvg(HeatMapSvg({{"a", {}, unit}, {"b", {}, wide, HeatRange::kAutomatic}}));
  EXPECT_EQ(svg.OfClass("bar").size(), 2u);
  EXPECT_TRUE(svg.HasText("40"));
  EXPECT_TRUE(svg.HasText("-3"));
  EXPECT_EQ(Cells(svg)[5].Get("fill"), RampColour(kRampLevels - 1));
}

TEST(HeatMap, DegeneratePanelsAreWhole) {
  ReadSvg(HeatMapSvg({}));
  EXPECT_TRUE(ReadSvg(HeatMapSvg({{}})).HasText("no data"));
  ReadSvg(HeatMapSvg({{"one", {"x"}, {5}, HeatRange::kAutomatic}}));
  const double infinity = std::numeric_limits<double>::infinity();
  const SvgReader svg = ReadSvg(HeatMapSvg({{"", {}, {kNan, infinity, -infinity, kNan}, HeatRange::kAutomatic}}));
  EXPECT_EQ(svg.OfClass("missing").size(), 4u);
  const double most = std::numeric_limits<double>::max();
  ReadSvg(HeatMapSvg({{"", {}, {most, -most, 1e300, 0}, HeatRange::kAutomatic}}));
}

TEST(HeatMap, MatrixThatIsNotSquareIsRefused) {
  EXPECT_THROW(HeatMapSvg({{"", {}, {1, 2, 3}}}), Error);
  EXPECT_THROW(HeatMapSvg({{"", {"a"}, {1, 2, 3, 4}}}), Error);
}

}  // namespace
}  // namespace mask2cause
