// How the charts look: one style sheet for all of them, with a dark half, and the markers of the series.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mask2cause {

// On the root of every chart; all rules of the style sheet are below it, so that they leave the rest of a page alone.
inline constexpr std::string_view kChartClass = "m2c-chart";

inline constexpr double kTickFont = 11;
inline constexpr double kLabelFont = 12;
inline constexpr double kTitleFont = 14;

std::string_view ChartStyleSheet();

// Colour class of a series. Colours are those of Okabe and Ito, told apart with every kind of colour vision; there are
// eight of them and seven markers, so that 56 series differ.
std::string SeriesClass(size_t series);
// Outline of a series' marker around (0, 0), as the d of a path.
std::string_view MarkerShape(size_t series);

}  // namespace mask2cause
