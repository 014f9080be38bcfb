#include "report/line_chart.h"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "mask2cause/error.h"
#include "report/chart_legend.h"
#include "report/chart_style.h"
#include "report/line_plot.h"
#include "report/svg_document.h"

namespace mask2cause {
namespace {

constexpr double kWidth = 640;
constexpr double kPlotHeight = 330;
constexpr double kCellWidth = 420;
constexpr double kCellHeight = 300;
constexpr double kMargin = 12;
constexpr double kTitleRow = 26;

std::vector<std::string> NamesOf(const LineChart& chart) {
  std::vector<std::string> names;
  for (const LineSeries& series : chart.series) names.push_back(series.name);
  return names;
}

// Each name once, in the order of first appearance.
std::vector<std::string> NamesOf(const std::vector<LineChart>& charts) {
  std::vector<std::string> names;
  for (const LineChart& chart : charts) {
    for (const LineSeries& series : chart.series) {
      if (std::find(names.begin(), names.end(), series.name) == names.end()) names.push_back(series.name);
    }
  }
  return names;
}

std::vector<size_t> LooksByName(const LineChart& chart, const std::vector<std::string>& names) {
  std::vector<size_t> looks;
  for (const LineSeries& series : chart.series) {
    looks.push_back(static_cast<size_t>(std::find(names.begin(), names.end(), series.name) - names.begin()));
  }
  return looks;
}

std::string Listed(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    if (text.empty()) continue;
    if (!out.empty()) out += ", ";
    out += text;
  }
  return out;
}

std::string Described(const LineChart& chart) {
  std::string text = "Line chart";
  if (!chart.y.label.empty()) text += " of " + chart.y.label;
  if (!chart.x.label.empty()) text += " over " + chart.x.label;
  const std::string names = Listed(NamesOf(chart));
  return text + (names.empty() ? "." : ". Series: " + names + ".");
}

// Draws the title and says where the rest begins.
double DrawTitle(SvgDocument& svg, const std::string& title, double left, double top, double width) {
  if (title.empty()) return top;
  svg.AddText("title", left, top + kTitleFont, ShortenedText(title, kTitleFont, width));
  return top + kTitleRow;
}

void DrawCell(SvgDocument& svg, const LineChart& chart, std::vector<size_t> looks, double left, double top) {
  const ChartBox box{left + kMargin, top + kMargin, left + kCellWidth - kMargin, top + kCellHeight - kMargin};
  const double plot_top = DrawTitle(svg, chart.title, box.left, box.top, box.right - box.left);
  LinePlot(chart, {box.left, plot_top, box.right, box.bottom}, std::move(looks)).Draw(svg);
}

}  // namespace

std::string LineChartSvg(const LineChart& chart) {
  const ChartLegend legend(NamesOf(chart), kWidth - 2 * kMargin);
  const double height = 2 * kMargin + (chart.title.empty() ? 0 : kTitleRow) + legend.height() + kPlotHeight;
  SvgDocument svg(kWidth, height, chart.title.empty() ? "Line chart" : chart.title, Described(chart));
  const double top = DrawTitle(svg, chart.title, kMargin, kMargin, kWidth - 2 * kMargin);
  legend.Draw(svg, kMargin, top);
  std::vector<size_t> looks(chart.series.size());
  std::iota(looks.begin(), looks.end(), size_t{0});
  const ChartBox box{kMargin, top + legend.height(), kWidth - kMargin, height - kMargin};
  LinePlot(chart, box, std::move(looks)).Draw(svg);
  return svg.Finish();
}

std::string LineChartGridSvg(const std::vector<LineChart>& charts, size_t columns) {
  if (columns == 0) throw Error(ErrorKind::kUsage, "a grid of charts without a column", "give at least one column");
  columns = std::clamp<size_t>(charts.size(), 1, columns);
  const size_t rows = (charts.size() + columns - 1) / columns;
  const std::vector<std::string> names = NamesOf(charts);
  const double width = kCellWidth * static_cast<double>(columns);
  const ChartLegend legend(names, width - 2 * kMargin);
  const double top = legend.height() > 0 ? kMargin + legend.height() : 0;

  std::vector<std::string> titles;
  std::string description;
  for (const LineChart& chart : charts) {
    titles.push_back(chart.title);
    if (!description.empty()) description += ' ';
    if (!chart.title.empty()) description.append(chart.title).append(": ");
    description += Described(chart);
  }
  const std::string listed = Listed(titles);
  SvgDocument svg(width, std::max(top + kCellHeight * static_cast<double>(rows), 2 * kMargin),
                  listed.empty() ? "Line charts" : listed, description.empty() ? "No charts." : description);
  legend.Draw(svg, kMargin, kMargin);
  for (size_t i = 0; i < charts.size(); ++i) {
    DrawCell(svg, charts[i], LooksByName(charts[i], names), kCellWidth * static_cast<double>(i % columns),
             top + kCellHeight * static_cast<double>(i / columns));
  }
  return svg.Finish();
}

}  // namespace mask2cause
