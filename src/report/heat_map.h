// Score matrices as coloured squares, in SVG text.
#pragma once

#include <string>
#include <vector>

namespace mask2cause {

enum class HeatRange {
  kUnit,       // colours run from 0 to 1; what lies outside has the colour of the nearer end
  kAutomatic,  // from the least to the greatest finite value
};

struct HeatMapPanel {
  std::string title;
  std::vector<std::string> names;  // one per variable, or none; shown where they fit
  std::vector<double> values;      // (N, N) [target][source]; what is not finite is grey
  HeatRange range = HeatRange::kUnit;
};

// The panels side by side, rows are targets and columns sources. Panels of one range share the legend bar. Throws
// Error{kUsage} when a matrix is not square or has another number of names.
std::string HeatMapSvg(const std::vector<HeatMapPanel>& panels);

}  // namespace mask2cause
