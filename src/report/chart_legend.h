#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/svg_document.h"

namespace mask2cause {

// The names of the series beside their line and marker, from left to right in as many rows as they need. The place in
// the list is the look.
class ChartLegend {
 public:
  ChartLegend(std::vector<std::string> names, double width);

  double height() const;  // 0 when no series has a name
  void Draw(SvgDocument& svg, double left, double top) const;

 private:
  struct Entry {
    std::string name;
    size_t look;
    double x;
    size_t row;
  };
  std::vector<Entry> entries_;
};

// The marker of a look at a place.
void AddMarker(SvgDocument& svg, size_t look, double x, double y, const std::string& tooltip = {});

}  // namespace mask2cause
