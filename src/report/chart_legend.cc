#include "report/chart_legend.h"

#include <fmt/core.h>

#include <algorithm>

#include "report/chart_style.h"

namespace mask2cause {
namespace {

constexpr double kRowHeight = 18;
constexpr double kSwatch = 24;  // the piece of line
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 18;
constexpr double kMostNameWidth = 220;
constexpr double kBelow = 6;
constexpr double kBaseline = 4;  // from the middle of a row to the base of its text

}  // namespace

ChartLegend::ChartLegend(std::vector<std::string> names, double width) {
  double x = 0;
  size_t row = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    std::string name = ShortenedText(names[i], kLabelFont, std::min(kMostNameWidth, width - kSwatch - kSwatchGap));
    const double entry_width = kSwatch + kSwatchGap + TextWidth(name, kLabelFont);
    if (x > 0 && x + entry_width > width) {
      x = 0;
      ++row;
    }
    entries_.push_back({std::move(name), i, x, row});
    x += entry_width + kEntryGap;
  }
}

double ChartLegend::height() const {
  return entries_.empty() ? 0 : kBelow + kRowHeight * static_cast<double>(entries_.back().row + 1);
}

void ChartLegend::Draw(SvgDocument& svg, double left, double top) const {
  for (const Entry& entry : entries_) {
    const double x = left + entry.x;
    const double y = top + kRowHeight * (static_cast<double>(entry.row) + 0.5);
    svg.Open("g", {{"class", SeriesClass(entry.look)}});
    svg.Add("line", {{"class", "line"}, {"x1", x}, {"y1", y}, {"x2", x + kSwatch}, {"y2", y}});
    AddMarker(svg, entry.look, x + kSwatch / 2, y);
    svg.AddText("name", x + kSwatch + kSwatchGap, y + kBaseline, entry.name);
    svg.Close();
  }
}

void AddMarker(SvgDocument& svg, size_t look, double x, double y, const std::string& tooltip) {
  const SvgAttributes attributes = {{"class", "mark"},
                                    {"transform", fmt::format("translate({} {})", SvgNumber(x), SvgNumber(y))},
                                    {"d", MarkerShape(look)}};
  if (tooltip.empty()) {
    svg.Add("path", attributes);
  } else {
    svg.AddWithTooltip("path", attributes, tooltip);
  }
}

}  // namespace mask2cause
