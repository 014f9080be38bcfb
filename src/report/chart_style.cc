#include "report/chart_style.h"

#include <fmt/core.h>

#include <array>

namespace mask2cause {
namespace {

constexpr size_t kColours = 8;

// Plain rules, no CSS variables: what prints or converts SVG outside a browser does not know them. Okabe and Ito's
// yellow and black are moved to an olive and a grey that stand out on white; in the dark all are lighter.
constexpr std::string_view kStyleSheet = R"(
.m2c-chart{max-width:100%;height:auto;font-family:"Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}
.m2c-chart text{font-size:11px;fill:#4a5159}
.m2c-chart .title{font-size:14px;font-weight:600;fill:#1f2328}
.m2c-chart .label,.m2c-chart .name{font-size:12px;fill:#1f2328}
.m2c-chart .paper{fill:#ffffff}
.m2c-chart .grid{stroke:#e3e6ea;stroke-width:1}
.m2c-chart .axis{stroke:#8b939c;stroke-width:1}
.m2c-chart .outline{fill:none;stroke:#8b939c;stroke-width:1}
.m2c-chart .missing{fill:#d5d9de}
.m2c-chart .line{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.m2c-chart .band{fill:currentColor;fill-opacity:.15;stroke:none}
.m2c-chart .whisker{fill:none;stroke:currentColor;stroke-width:1.25;stroke-opacity:.75}
.m2c-chart .mark{fill:currentColor;stroke:#ffffff;stroke-width:1}
.m2c-chart .s0{color:#0072b2}.m2c-chart .s1{color:#d55e00}.m2c-chart .s2{color:#009e73}
.m2c-chart .s3{color:#c4649a}.m2c-chart .s4{color:#e69f00}.m2c-chart .s5{color:#56b4e9}
.m2c-chart .s6{color:#59616b}.m2c-chart .s7{color:#a39600}
@media (prefers-color-scheme:dark){
.m2c-chart text{fill:#b4bcc6}
.m2c-chart .title,.m2c-chart .label,.m2c-chart .name{fill:#e8ebef}
.m2c-chart .paper{fill:#16191d}
.m2c-chart .grid{stroke:#2c3138}
.m2c-chart .axis,.m2c-chart .outline{stroke:#717a85}
.m2c-chart .missing{fill:#6b7480}
.m2c-chart .mark{stroke:#16191d}
.m2c-chart .s0{color:#4da8e0}.m2c-chart .s1{color:#f5813f}.m2c-chart .s2{color:#2cc79a}
.m2c-chart .s3{color:#e79cc6}.m2c-chart .s4{color:#f2b84b}.m2c-chart .s5{color:#9ad8fa}
.m2c-chart .s6{color:#aab3bd}.m2c-chart .s7{color:#e3da5c}
}
)";

// Circle, square, triangle, diamond, inverted triangle, plus, cross; of about the same area.
constexpr std::array<std::string_view, 7> kMarkers = {
    "M-3.8 0a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z",
    "M-3.4 -3.4h6.8v6.8h-6.8z",
    "M0 -4.6L4.4 3.2H-4.4z",
    "M0 -4.9L4.9 0L0 4.9L-4.9 0z",
    "M0 4.6L4.4 -3.2H-4.4z",
    "M-1.5 -4.6h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1v-3h3.1z",
    "M0 -2.2L2.6 -4.8L4.8 -2.6L2.2 0L4.8 2.6L2.6 4.8L0 2.2L-2.6 4.8L-4.8 2.6L-2.2 0L-4.8 -2.6L-2.6 -4.8z"};

}  // namespace

std::string_view ChartStyleSheet() {
  return kStyleSheet;
}

std::string SeriesClass(size_t series) {
  return fmt::format("s{}", series % kColours);
}

std::string_view MarkerShape(size_t series) {
  return kMarkers[series % kMarkers.size()];
}

}  // namespace mask2cause
