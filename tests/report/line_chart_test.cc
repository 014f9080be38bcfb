#include "report/line_chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>

#include "mask2cause/error.h"
#include "report/svg_reading.h"

namespace mask2cause {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPixel = 0.02;  // coordinates have two decimals

struct Place {
  double x = 0;
  double y = 0;
};

// Where the markers of the points are. Those of the legend have no tooltip, and come before them.
std::vector<Place> PointPlaces(const SvgReader& svg) {
  std::vector<Place> places;
  const std::vector<SvgElement>& elements = svg.elements();
  for (size_t i = 0; i + 1 < elements.size(); ++i) {
    if (elements[i].Get("class") != "mark" || elements[i + 1].name != "title") continue;
    Place place;
    EXPECT_EQ(std::sscanf(elements[i].Get("transform").c_str(), "translate(%lf %lf)", &place.x, &place.y), 2);
    places.push_back(place);
  }
  return places;
}

double TickX(const SvgReader& svg, const std::string& text) {
  for (const SvgElement& tick : svg.OfClass("tick-x")) {
    if (tick.text == text) return tick.Number("x");
  }
  ADD_FAILURE() << "no tick " << text << " on x";
  return 0;
}

double TickY(const SvgReader& svg, const std::string& text) {
  const double baseline = 4;
  for (const SvgElement& tick : svg.OfClass("tick-y")) {
    if (tick.text == text) return tick.Number("y") - baseline;
  }
  ADD_FAILURE() << "no tick " << text << " on y";
  return 0;
}

LineChart ChartOf(std::vector<LinePoint> points) {
  LineChart chart;
  chart.title = "title";
  chart.x.label = "rows";
  chart.y.label = "score";
  chart.series = {{"m2c", std::move(points)}};
  return chart;
}

TEST(LineChart, LinearPointsAreWhereTheTicksSay) {
  const SvgReader svg = ReadSvg(LineChartSvg(ChartOf({{0, 0}, {5, 25}, {10, 100}})));
  const std::vector<Place> places = PointPlaces(svg);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_NEAR(places[0].x, TickX(svg, "0"), kPixel);
  EXPECT_NEAR(places[1].x, (TickX(svg, "0") + TickX(svg, "10")) / 2, kPixel);
  EXPECT_NEAR(places[2].x, TickX(svg, "10"), kPixel);
  EXPECT_NEAR(places[0].y, TickY(svg, "0"), kPixel);
  EXPECT_NEAR(places[1].y, 0.75 * TickY(svg, "0") + 0.25 * TickY(svg, "100"), kPixel);
  EXPECT_NEAR(places[2].y, TickY(svg, "100"), kPixel);
  EXPECT_LT(places[2].y, places[0].y);  // greater is higher
}

TEST(LineChart, LogarithmicPointsAreWhereTheTicksSay) {
  LineChart chart = ChartOf({{1, 0.001}, {10, 0.1}, {100, 10}});
  chart.x.logarithmic = chart.y.logarithmic = true;
  const SvgReader svg = ReadSvg(LineChartSvg(chart));
  const std::vector<Place> places = PointPlaces(svg);
  ASSERT_EQ(places.size(), 3u);
  EXPECT_NEAR(places[1].x, (TickX(svg, "1") + TickX(svg, "100")) / 2, kPixel);
  EXPECT_NEAR(places[1].x, TickX(svg, "10"), kPixel);
  EXPECT_NEAR(places[1].y, (TickY(svg, "0.001") + TickY(svg, "10")) / 2, kPixel);
}

TEST(LineChart, AxisReachesWhereItIsTold) {
  LineChart chart = ChartOf({{1, 0.8}, {2, 0.9}});
  chart.y.reach_low = 0.5;
  chart.y.reach_high = 1;
  const SvgReader svg = ReadSvg(LineChartSvg(chart));
  EXPECT_NEAR(PointPlaces(svg)[0].y, TickY(svg, "0.8"), kPixel);
  EXPECT_GT(TickY(svg, "0.5"), TickY(svg, "1.0"));
}

TEST(LineChart, HasTitleLabelsLegendAndDescription) {
  LineChart chart = ChartOf({{0, 0}, {1, 1}});
  chart.series.push_back({"<script>\"&'\x01\xff", {{0, 1}, {1, 0}}});
  const SvgReader svg = ReadSvg(LineChartSvg(chart));
  for (const char* text : {"title", "rows", "score", "m2c", "&lt;script&gt;&quot;&amp;&#39;\uFFFD\uFFFD"}) {
    EXPECT_TRUE(svg.HasText(text)) << text;
  }
  EXPECT_NE(svg.Named("desc").front().text.find("score over rows. Series: m2c, &lt;script&gt;"), std::string::npos);
  EXPECT_EQ(svg.OfClass("line").size(), 4u);  // two in the legend
  EXPECT_EQ(svg.OfClass("s0").size(), 2u);
  EXPECT_EQ(svg.OfClass("s1").size(), 2u);
}

TEST(LineChart, ErrorsAreWhiskersOrABand) {
  LineChart chart = ChartOf({{0, 1, 0.5}, {1, 2, kNan}, {2, 2, 0.25}});
  EXPECT_EQ(ReadSvg(LineChartSvg(chart)).OfClass("whisker").size(), 2u);
  EXPECT_TRUE(ReadSvg(LineChartSvg(chart)).HasText("m2c: (0, 1) ± 0.5"));
  chart.error_marks = ErrorMarks::kBand;
  const SvgReader banded = ReadSvg(LineChartSvg(chart));
  EXPECT_EQ(banded.OfClass("band").size(), 1u);
  EXPECT_EQ(banded.OfClass("whisker").size(), 0u);
  chart.series[0].points.resize(1);  // a band needs two points
  EXPECT_EQ(ReadSvg(LineChartSvg(chart)).OfClass("whisker").size(), 1u);
}

TEST(LineChart, ErrorBelowZeroRunsToTheFootOfALogarithmicAxis) {
  LineChart chart = ChartOf({{0, 1, 2}, {1, 10, 1}});
  chart.y.logarithmic = true;
  EXPECT_EQ(ReadSvg(LineChartSvg(chart)).OfClass("whisker").size(), 2u);
}

TEST(LineChart, PointsWithoutAPlaceAreSkipped) {
  LineChart chart =
      ChartOf({{1, 1}, {kNan, 1}, {2, kNan}, {3, kInfinity}, {-kInfinity, 2}, {0, 3}, {4, -1}, {5, 2, kInfinity}});
  EXPECT_EQ(PointPlaces(ReadSvg(LineChartSvg(chart))).size(), 4u);
  chart.x.logarithmic = true;
  EXPECT_EQ(PointPlaces(ReadSvg(LineChartSvg(chart))).size(), 3u);
  chart.y.logarithmic = true;
  EXPECT_EQ(PointPlaces(ReadSvg(LineChartSvg(chart))).size(), 2u);
}

TEST(LineChart, DegenerateChartsAreWhole) {
  EXPECT_TRUE(ReadSvg(LineChartSvg({})).HasText("no data"));
  EXPECT_TRUE(ReadSvg(LineChartSvg(ChartOf({}))).HasText("no data"));
  EXPECT_EQ(PointPlaces(ReadSvg(LineChartSvg(ChartOf({{3, 4}})))).size(), 1u);
  EXPECT_EQ(PointPlaces(ReadSvg(LineChartSvg(ChartOf({{3, 4}, {3, 4}})))).size(), 2u);
  LineChart logarithmic = ChartOf({{-1, -1}, {0, 0}});
  logarithmic.x.logarithmic = logarithmic.y.logarithmic = true;
  EXPECT_TRUE(ReadSvg(LineChartSvg(logarithmic)).HasText("no data"));
  const double most = std::numeric_limits<double>::max();
  ReadSvg(LineChartSvg(ChartOf({{-most, most}, {1e300, -1e300, 1e300}, {5e-324, 1, most}})));
}

TEST(LineChart, LongSeriesIsACurveWithoutMarkers) {
  std::vector<LinePoint> points;
  for (int i = 0; i < 500; ++i) points.push_back({i * 1.0, i * 2.0});
  const SvgReader svg = ReadSvg(LineChartSvg(ChartOf(points)));
  EXPECT_EQ(PointPlaces(svg).size(), 0u);
  EXPECT_EQ(svg.OfClass("line").size(), 2u);
}

TEST(LineChart, ManyLongNamesMakeRoomForThemselves) {
  LineChart chart = ChartOf({{0, 0}, {1, 1}});
  for (int i = 0; i < 40; ++i) chart.series.push_back({std::string(200, 'x') + std::to_string(i), {{0, i * 1.0}}});
  const SvgReader svg = ReadSvg(LineChartSvg(chart));
  double legend_end = 0;
  for (const SvgElement& name : svg.OfClass("name")) legend_end = std::max(legend_end, name.Number("y"));
  for (const Place& place : PointPlaces(svg)) EXPECT_GT(place.y, legend_end);
}

TEST(LineChartGrid, ChartsStandInRowsUnderOneLegend) {
  LineChart other = ChartOf({{0, 0}, {1, 1}});
  other.series.insert(other.series.begin(), {"var", {{0, 1}}});
  const SvgReader svg = ReadSvg(LineChartGridSvg({ChartOf({{0, 0}, {1, 1}}), other, ChartOf({{0, 0}})}, 2));
  EXPECT_EQ(svg.OfClass("name").size(), 2u);
  const std::vector<SvgElement> titles = svg.OfClass("title");
  ASSERT_EQ(titles.size(), 3u);
  EXPECT_EQ(titles[0].Number("y"), titles[1].Number("y"));
  EXPECT_LT(titles[0].Number("x"), titles[1].Number("x"));
  EXPECT_GT(titles[2].Number("y"), titles[0].Number("y"));
  // m2c looks the same though it is second in the second chart: legend, then one group per chart.
  EXPECT_EQ(svg.OfClass("s0").size(), 4u);
  EXPECT_EQ(svg.OfClass("s1").size(), 2u);
}

TEST(LineChartGrid, NoChartsAndNoColumns) {
  ReadSvg(LineChartGridSvg({}, 3));
  ReadSvg(LineChartGridSvg({{}, {}}, 100));
  EXPECT_THROW(LineChartGridSvg({{}}, 0), Error);
}

}  // namespace
}  // namespace mask2cause
