// Line charts as SVG text, for pages and for files of their own.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace mask2cause {

struct LinePoint {
  double x = 0;
  double y = 0;
  double error = std::numeric_limits<double>::quiet_NaN();  // drawn from y - error to y + error; NaN: unknown
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points;  // joined in this order
};

struct LineChartAxis {
  std::string label;
  bool logarithmic = false;  // points that are not above zero are then skipped
  // Values the axis shows even if no point is there; NaN: the points alone decide.
  double reach_low = std::numeric_limits<double>::quiet_NaN();
  double reach_high = std::numeric_limits<double>::quiet_NaN();
};

enum class ErrorMarks { kWhiskers, kBand };

struct LineChart {
  std::string title;
  LineChartAxis x;
  LineChartAxis y;
  ErrorMarks error_marks = ErrorMarks::kWhiskers;
  std::vector<LineSeries> series;
};

// Points that are not finite are skipped, and the line goes on to the next.
std::string LineChartSvg(const LineChart& chart);

// The charts row by row in one picture under one legend; series of the same name look the same in all of them. Throws
// Error{kUsage} when there is no column.
std::string LineChartGridSvg(const std::vector<LineChart>& charts, size_t columns);

}  // namespace mask2cause
