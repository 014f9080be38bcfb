#include "report/line_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report/chart_legend.h"
#include "report/chart_style.h"

namespace mask2cause {
namespace {

constexpr double kInset = 10;  // between the axis lines and the outermost ticks, so that no marker is cut
constexpr double kTickGap = 6;
constexpr double kTickRow = 18;
constexpr double kLabelRow = 20;
constexpr double kBaseline = 4;         // from the middle of a text to its base
constexpr double kPixelsPerTickX = 64;  // at least, so that tick texts do not touch
constexpr double kPixelsPerTickY = 32;
constexpr double kCap = 3;  // half the width of a whisker's ends
// Longer series are curves: their points are too close for markers and tooltips.
constexpr size_t kMostMarkers = 60;

bool HasError(const LinePoint& point) {
  return std::isfinite(point.error) && point.error != 0;
}

void IncludeIfItHasAPlace(double value, bool logarithmic, AxisRange& range) {
  if (HasPlaceOnAxis(value, logarithmic)) range.Include(value);
}

bool IsVisible(const LineChart& chart, const LinePoint& point) {
  return HasPlaceOnAxis(point.x, chart.x.logarithmic) && HasPlaceOnAxis(point.y, chart.y.logarithmic);
}

AxisRange RangeX(const LineChart& chart) {
  AxisRange range;
  for (const LineSeries& series : chart.series) {
    for (const LinePoint& point : series.points) {
      if (IsVisible(chart, point)) range.Include(point.x);
    }
  }
  IncludeIfItHasAPlace(chart.x.reach_low, chart.x.logarithmic, range);
  IncludeIfItHasAPlace(chart.x.reach_high, chart.x.logarithmic, range);
  return range;
}

AxisRange RangeY(const LineChart& chart) {
  AxisRange range;
  for (const LineSeries& series : chart.series) {
    for (const LinePoint& point : series.points) {
      if (!IsVisible(chart, point)) continue;
      range.Include(point.y);
      if (!HasError(point)) continue;
      IncludeIfItHasAPlace(point.y - point.error, chart.y.logarithmic, range);
      IncludeIfItHasAPlace(point.y + point.error, chart.y.logarithmic, range);
    }
  }
  IncludeIfItHasAPlace(chart.y.reach_low, chart.y.logarithmic, range);
  IncludeIfItHasAPlace(chart.y.reach_high, chart.y.logarithmic, range);
  return range;
}

size_t TicksFor(double pixels, double pixels_per_tick) {
  return static_cast<size_t>(std::max(2.0, pixels / pixels_per_tick));
}

double WidestTick(const AxisScale& scale) {
  double width = 0;
  for (const AxisTick& tick : scale.ticks()) width = std::max(width, TextWidth(tick.text, kTickFont));
  return width;
}

std::string PathThrough(const std::vector<std::pair<double, double>>& places) {
  std::string path;
  for (const auto& [x, y] : places) {
    fmt::format_to(std::back_inserter(path), "{}{} {}", path.empty() ? "M" : "L", SvgNumber(x), SvgNumber(y));
  }
  return path;
}

std::string Tooltip(const LineSeries& series, const LinePoint& point) {
  std::string text = series.name.empty() ? "" : series.name + ": ";
  text += fmt::format("({}, {})", CompactNumber(point.x), CompactNumber(point.y));
  if (HasError(point)) text += fmt::format(" ± {}", CompactNumber(std::abs(point.error), 3));
  return text;
}

}  // namespace

LinePlot::LinePlot(const LineChart& chart, const ChartBox& box, std::vector<size_t> looks)
    : chart_(chart),
      looks_(std::move(looks)),
      x_(RangeX(chart), chart.x.logarithmic, TicksFor(box.right - box.left - kLabelRow, kPixelsPerTickX)),
      y_(RangeY(chart), chart.y.logarithmic, TicksFor(box.bottom - box.top - kTickRow - kLabelRow, kPixelsPerTickY)),
      plot_(box),
      label_x_(box.left + kLabelFont) {
  if (!chart.y.label.empty()) plot_.left += kLabelRow;
  plot_.left += WidestTick(y_) + kTickGap;
  plot_.bottom -= kTickRow + (chart.x.label.empty() ? 0 : kLabelRow);
}

double LinePlot::X(double value) const {
  return plot_.left + kInset + x_.Fraction(value) * (plot_.right - plot_.left - 2 * kInset);
}

double LinePlot::Y(double value) const {
  return plot_.bottom - kInset - y_.Fraction(value) * (plot_.bottom - plot_.top - 2 * kInset);
}

std::vector<LinePoint> LinePlot::VisiblePoints(const LineSeries& series) const {
  std::vector<LinePoint> points;
  std::copy_if(series.points.begin(), series.points.end(), std::back_inserter(points),
               [&](const LinePoint& point) { return IsVisible(chart_, point); });
  return points;
}

void LinePlot::Draw(SvgDocument& svg) const {
  DrawAxes(svg);
  bool drawn = false;
  for (size_t i = 0; i < chart_.series.size(); ++i) {
    DrawSeries(svg, chart_.series[i], looks_[i]);
    drawn = drawn || !VisiblePoints(chart_.series[i]).empty();
  }
  if (!drawn) {
    svg.AddText("label", (plot_.left + plot_.right) / 2, (plot_.top + plot_.bottom) / 2, "no data", "middle");
  }
}

void LinePlot::DrawAxes(SvgDocument& svg) const {
  for (const AxisTick& tick : y_.ticks()) {
    const double y = Y(tick.value);
    svg.Add("line", {{"class", "grid"}, {"x1", plot_.left}, {"y1", y}, {"x2", plot_.right}, {"y2", y}});
    svg.AddText("tick-y", plot_.left - kTickGap, y + kBaseline, tick.text, "end");
  }
  for (const AxisTick& tick : x_.ticks()) {
    const double x = X(tick.value);
    svg.Add("line", {{"class", "grid"}, {"x1", x}, {"y1", plot_.top}, {"x2", x}, {"y2", plot_.bottom}});
    svg.AddText("tick-x", x, plot_.bottom + kTickRow - kBaseline, tick.text, "middle");
  }
  svg.Add("path",
          {{"class", "axis"},
           {"fill", "none"},
           {"d", PathThrough({{plot_.left, plot_.top}, {plot_.left, plot_.bottom}, {plot_.right, plot_.bottom}})}});
  const double width = plot_.right - plot_.left;
  const double height = plot_.bottom - plot_.top;
  svg.AddText("label", plot_.left + width / 2, plot_.bottom + kTickRow + kLabelRow - 2 * kBaseline + 2,
              ShortenedText(chart_.x.label, kLabelFont, width), "middle");
  svg.AddUprightText("label", label_x_, plot_.top + height / 2, ShortenedText(chart_.y.label, kLabelFont, height));
}

void LinePlot::DrawSeries(SvgDocument& svg, const LineSeries& series, size_t look) const {
  const std::vector<LinePoint> points = VisiblePoints(series);
  if (points.empty()) return;
  svg.Open("g", {{"class", SeriesClass(look)}});
  if (chart_.error_marks == ErrorMarks::kBand && points.size() > 1) {
    DrawBand(svg, points);
  } else {
    DrawWhiskers(svg, points);
  }
  std::vector<std::pair<double, double>> places;
  for (const LinePoint& point : points) places.emplace_back(X(point.x), Y(point.y));
  if (points.size() > 1) svg.Add("path", {{"class", "line"}, {"d", PathThrough(places)}});
  for (size_t i = 0; points.size() <= kMostMarkers && i < points.size(); ++i) {
    AddMarker(svg, look, places[i].first, places[i].second, Tooltip(series, points[i]));
  }
  svg.Close();
}

// There along the upper ends and back along the lower ones. Without an error the band is a line there.
void LinePlot::DrawBand(SvgDocument& svg, const std::vector<LinePoint>& points) const {
  if (std::none_of(points.begin(), points.end(), HasError)) return;
  std::vector<std::pair<double, double>> places;
  const auto error = [](const LinePoint& point) { return HasError(point) ? std::abs(point.error) : 0; };
  for (const LinePoint& point : points) places.emplace_back(X(point.x), Y(point.y + error(point)));
  for (size_t i = points.size(); i-- > 0;) places.emplace_back(X(points[i].x), Y(points[i].y - error(points[i])));
  svg.Add("path", {{"class", "band"}, {"d", PathThrough(places) + "z"}});
}

void LinePlot::DrawWhiskers(SvgDocument& svg, const std::vector<LinePoint>& points) const {
  for (const LinePoint& point : points) {
    if (!HasError(point)) continue;
    const double x = X(point.x);
    const double high = Y(point.y + std::abs(point.error));
    const double low = Y(point.y - std::abs(point.error));
    svg.Add("path", {{"class", "whisker"},
                     {"d", PathThrough({{x - kCap, high}, {x + kCap, high}}) + PathThrough({{x, high}, {x, low}}) +
                               PathThrough({{x - kCap, low}, {x + kCap, low}})}});
  }
}

}  // namespace mask2cause
