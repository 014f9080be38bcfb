#include "report/heat_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/error.h"
#include "report/chart_axis.h"
#include "report/heat_map_plot.h"
#include "report/svg_document.h"

namespace mask2cause {
namespace {

constexpr double kMargin = 12;
constexpr double kPanelGap = 28;
constexpr double kBarGap = 14;

void CheckPanel(const HeatMapPanel& panel) {
  const size_t cells = panel.values.size();
  const auto variables = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(cells))));
  if (variables * variables != cells) {
    throw Error(ErrorKind::kUsage, fmt::format("heat map '{}' has {} values, which fill no square", panel.title, cells),
                "give a matrix with a row and a column per variable");
  }
  if (!panel.names.empty() && panel.names.size() != variables) {
    throw Error(ErrorKind::kUsage,
                fmt::format("heat map '{}' has {} variables and {} names", panel.title, variables, panel.names.size()),
                "give a name per variable or none");
  }
}

bool ShareOneRange(const std::vector<HeatMapPanel>& panels) {
  const auto same = [&](const HeatMapPanel& panel) {
    const AxisRange first = ColourRange(panels.front());
    const AxisRange range = ColourRange(panel);
    return range.low == first.low && range.high == first.high;
  };
  return std::all_of(panels.begin(), panels.end(), same);
}

struct PlacedPlot {
  HeatMapPlot plot;
  double left;
  bool bar;  // a legend bar follows
};

struct Layout {
  std::vector<PlacedPlot> plots;
  double width = 2 * kMargin;
  double height = 2 * kMargin;
};

Layout LayOut(const std::vector<HeatMapPanel>& panels) {
  Layout layout;
  const bool shared = !panels.empty() && ShareOneRange(panels);
  double x = kMargin;
  for (size_t i = 0; i < panels.size(); ++i) {
    if (i > 0) x += kPanelGap;
    const bool bar = !shared || i + 1 == panels.size();
    layout.plots.push_back({HeatMapPlot(panels[i]), x, bar});
    x += layout.plots.back().plot.width() + (bar ? kBarGap + kHeatBarWidth : 0);
    layout.height = std::max(layout.height, layout.plots.back().plot.height() + 2 * kMargin);
  }
  layout.width = x + kMargin;
  return layout;
}

std::string TitleOf(const std::vector<HeatMapPanel>& panels) {
  std::string text;
  for (const HeatMapPanel& panel : panels) {
    if (panel.title.empty()) continue;
    if (!text.empty()) text += ", ";
    text += panel.title;
  }
  return text.empty() ? "Heat map" : text;
}

}  // namespace

std::string HeatMapSvg(const std::vector<HeatMapPanel>& panels) {
  for (const HeatMapPanel& panel : panels) CheckPanel(panel);
  const Layout layout = LayOut(panels);
  SvgDocument svg(layout.width, layout.height, TitleOf(panels),
                  "Matrices as heat maps: a row per target, a column per source, the lighter the greater.");
  for (const PlacedPlot& placed : layout.plots) {
    placed.plot.Draw(svg, placed.left, kMargin);
    if (!placed.bar) continue;
    const double left = placed.left + placed.plot.width() + kBarGap;
    DrawHeatBar(svg, placed.plot.range(), left, kMargin + kHeatTitleRow, placed.plot.side());
  }
  return svg.Finish();
}

}  // namespace mask2cause
