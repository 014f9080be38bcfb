#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/chart_axis.h"
#include "report/line_chart.h"
#include "report/svg_document.h"

namespace mask2cause {

struct ChartBox {
  double left;
  double top;
  double right;
  double bottom;
};

// Axes and lines of one chart inside a box; title and legend are the caller's.
class LinePlot {
 public:
  // looks[i] is the colour and marker of series i.
  LinePlot(const LineChart& chart, const ChartBox& box, std::vector<size_t> looks);

  void Draw(SvgDocument& svg) const;

 private:
  double X(double value) const;
  double Y(double value) const;
  std::vector<LinePoint> VisiblePoints(const LineSeries& series) const;
  void DrawAxes(SvgDocument& svg) const;
  void DrawSeries(SvgDocument& svg, const LineSeries& series, size_t look) const;
  void DrawBand(SvgDocument& svg, const std::vector<LinePoint>& points) const;
  void DrawWhiskers(SvgDocument& svg, const std::vector<LinePoint>& points) const;

  const LineChart& chart_;
  std::vector<size_t> looks_;
  AxisScale x_;
  AxisScale y_;
  ChartBox plot_;  // where the data are
  double label_x_;
};

}  // namespace mask2cause
