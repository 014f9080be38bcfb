#pragma once

#include <cstddef>

#include "report/chart_axis.h"
#include "report/heat_map.h"
#include "report/svg_document.h"

namespace mask2cause {

AxisRange ColourRange(const HeatMapPanel& panel);

// One matrix with its title, names and captions. Its place is known when all panels are.
class HeatMapPlot {
 public:
  explicit HeatMapPlot(const HeatMapPanel& panel);

  double width() const { return margin_ + side_; }
  double height() const;
  double side() const { return side_; }  // of the square of cells
  const AxisRange& range() const { return range_; }
  void Draw(SvgDocument& svg, double left, double top) const;

 private:
  size_t LevelOf(double value) const;
  void DrawTitle(SvgDocument& svg, double left, double top) const;
  void DrawCells(SvgDocument& svg) const;
  void DrawLevels(SvgDocument& svg) const;
  void DrawNames(SvgDocument& svg, double left, double top) const;
  void DrawCaptions(SvgDocument& svg, double left, double top) const;

  const HeatMapPanel& panel_;
  AxisRange range_;
  size_t variables_;
  double name_width_;  // 0: names are not shown
  double cell_;
  double side_;
  bool upright_;   // names of the columns
  double margin_;  // left of the cells
};

// The colours beside their values, `height` tall.
inline constexpr double kHeatBarWidth = 54;
void DrawHeatBar(SvgDocument& svg, const AxisRange& range, double left, double top, double height);

inline constexpr double kHeatTitleRow = 26;

}  // namespace mask2cause
