#include "report/heat_map_plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "report/chart_style.h"
#include "report/colour_ramp.h"

namespace mask2cause {
namespace {

constexpr double kLeastSide = 240;
// Beyond these, names would be a grey smear or push the matrix aside.
constexpr size_t kMostNamed = 30;
constexpr double kMostNameWidth = 84;
constexpr double kNameGap = 6;
constexpr double kCaptionRow = 20;
constexpr double kBaseline = 4;  // from the middle of a text to its base
constexpr double kBarThickness = 12;
constexpr size_t kMissing = kRampLevels;  // the level of what is not finite

double NameWidth(const HeatMapPanel& panel, size_t variables) {
  if (variables > kMostNamed) return 0;
  double width = 0;
  for (const std::string& name : panel.names) width = std::max(width, TextWidth(name, kTickFont));
  return width <= kMostNameWidth ? width : 0;
}

// Whole pixels, lest some rows look thicker than others.
double CellSize(size_t variables, bool named) {
  if (variables == 0) return kLeastSide;
  return std::max(std::ceil(kLeastSide / static_cast<double>(variables)), named ? kTickFont + 1 : 1.0);
}

SvgAttribute FillOf(size_t level) {
  return level == kMissing ? SvgAttribute("class", "missing") : SvgAttribute("fill", RampColour(level));
}

std::string NameOf(const HeatMapPanel& panel, size_t variable) {
  return panel.names.empty() ? std::to_string(variable + 1) : panel.names[variable];
}

}  // namespace

AxisRange ColourRange(const HeatMapPanel& panel) {
  if (panel.range == HeatRange::kUnit) return {0, 1};
  AxisRange range;
  for (const double value : panel.values) {
    if (HasPlaceOnAxis(value, false)) range.Include(value);
  }
  return range.empty() ? AxisRange{0, 1} : range;
}

HeatMapPlot::HeatMapPlot(const HeatMapPanel& panel)
    : panel_(panel),
      range_(ColourRange(panel)),
      variables_(static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(panel.values.size()))))),
      name_width_(NameWidth(panel, variables_)),
      cell_(CellSize(variables_, name_width_ > 0)),
      side_(cell_ * static_cast<double>(std::max<size_t>(variables_, 1))),
      upright_(name_width_ + kNameGap > cell_),
      margin_(kCaptionRow + (name_width_ > 0 ? name_width_ + kNameGap : 0)) {}

double HeatMapPlot::height() const {
  const double names = name_width_ > 0 ? (upright_ ? name_width_ : kTickFont) + kNameGap : 0;
  return kHeatTitleRow + side_ + names + kCaptionRow;
}

size_t HeatMapPlot::LevelOf(double value) const {
  if (!std::isfinite(value)) return kMissing;
  const double width = range_.high - range_.low;
  return width > 0 ? RampLevel((value - range_.low) / width) : 0;
}

void HeatMapPlot::Draw(SvgDocument& svg, double left, double top) const {
  DrawTitle(svg, left + margin_, top);
  left += margin_;
  top += kHeatTitleRow;
  svg.Open("g", {{"transform", fmt::format("translate({} {})", SvgNumber(left), SvgNumber(top))},
                 {"shape-rendering", "crispEdges"}});
  if (variables_ <= kMostNamed) {
    DrawCells(svg);
  } else {
    DrawLevels(svg);
  }
  svg.Close();
  svg.Add("rect",
          {{"class", "outline"}, {"x", left - 0.5}, {"y", top - 0.5}, {"width", side_ + 1}, {"height", side_ + 1}});
  if (variables_ == 0) svg.AddText("label", left + side_ / 2, top + side_ / 2, "no data", "middle");
  if (name_width_ > 0) DrawNames(svg, left, top);
  DrawCaptions(svg, left, top);
}

void HeatMapPlot::DrawTitle(SvgDocument& svg, double left, double top) const {
  svg.AddText("title", left, top + kTitleFont, ShortenedText(panel_.title, kTitleFont, side_));
}

// Few cells: each by itself, and over each its value.
void HeatMapPlot::DrawCells(SvgDocument& svg) const {
  for (size_t target = 0; target < variables_; ++target) {
    for (size_t source = 0; source < variables_; ++source) {
      const double value = panel_.values[target * variables_ + source];
      svg.AddWithTooltip("rect",
                         {FillOf(LevelOf(value)),
                          {"x", cell_ * static_cast<double>(source)},
                          {"y", cell_ * static_cast<double>(target)},
                          {"width", cell_},
                          {"height", cell_}},
                         fmt::format("{} -> {}: {}", NameOf(panel_, source), NameOf(panel_, target),
                                     std::isfinite(value) ? CompactNumber(value, 4) : "unknown"));
    }
  }
}

// Many cells: one path a colour, neighbours in a row as one piece, so that a hundred variables are kilobytes, not
// megabytes. Units are cells.
void HeatMapPlot::DrawLevels(SvgDocument& svg) const {
  std::array<std::string, kRampLevels + 1> paths;
  for (size_t target = 0; target < variables_; ++target) {
    const double* row = panel_.values.data() + target * variables_;
    for (size_t source = 0; source < variables_;) {
      const size_t level = LevelOf(row[source]);
      size_t end = source + 1;
      while (end < variables_ && LevelOf(row[end]) == level) ++end;
      fmt::format_to(std::back_inserter(paths[level]), "M{} {}h{}v1h-{}z", source, target, end - source, end - source);
      source = end;
    }
  }
  svg.Open("g", {{"transform", fmt::format("scale({})", SvgNumber(cell_))}});
  for (size_t level = 0; level < paths.size(); ++level) {
    if (!paths[level].empty()) svg.Add("path", {FillOf(level), {"d", paths[level]}});
  }
  svg.Close();
}

void HeatMapPlot::DrawNames(SvgDocument& svg, double left, double top) const {
  for (size_t i = 0; i < variables_; ++i) {
    const double middle = cell_ * (static_cast<double>(i) + 0.5);
    const std::string& name = panel_.names[i];
    svg.AddText("target", left - kNameGap, top + middle + kBaseline, name, "end");
    const double below = top + side_ + kNameGap;
    if (upright_) {
      svg.AddUprightText("source", left + middle + kBaseline, below, name, "end");
    } else {
      svg.AddText("source", left + middle, below + kTickFont - 2, name, "middle");
    }
  }
}

void HeatMapPlot::DrawCaptions(SvgDocument& svg, double left, double top) const {
  svg.AddText("label", left + side_ / 2, top + height() - kHeatTitleRow - kBaseline, "source", "middle");
  svg.AddUprightText("label", left - margin_ + kLabelFont, top + side_ / 2, "target");
}

void DrawHeatBar(SvgDocument& svg, const AxisRange& range, double left, double top, double height) {
  const double step = height / static_cast<double>(kRampLevels);
  svg.Open("g", {{"class", "bar"}, {"shape-rendering", "crispEdges"}});
  for (size_t level = 0; level < kRampLevels; ++level) {
    // A pixel taller than its share, over the level below: no seams.
    const double y = top + height - step * static_cast<double>(level + 1);
    const double overlap = level > 0 ? 1 : 0;
    svg.Add("rect", {FillOf(level), {"x", left}, {"y", y}, {"width", kBarThickness}, {"height", step + overlap}});
  }
  svg.Close();
  svg.Add("rect", {{"class", "outline"}, {"x", left}, {"y", top}, {"width", kBarThickness}, {"height", height}});
  const int marks = range.high > range.low ? 4 : 0;  // one value only: it is the colour of the low end
  for (int i = 0; i <= marks; ++i) {
    const double part = marks > 0 ? static_cast<double>(i) / marks : 0;
    const double y = top + height * (1 - part);
    svg.Add("line",
            {{"class", "axis"}, {"x1", left + kBarThickness}, {"y1", y}, {"x2", left + kBarThickness + 3}, {"y2", y}});
    svg.AddText("tick", left + kBarThickness + kNameGap, y + kBaseline,
                CompactNumber(range.low + part * (range.high - range.low), 3));
  }
}

}  // namespace mask2cause
