#include "report/colour_ramp.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mask2cause {
namespace {

using Rgb = std::array<double, 3>;

// Even steps in Oklab: lightness 0.24 to 0.92, hue 305 to 100 degrees, chroma 0.15 or the most that sRGB can show. As
// lightness alone orders them, the order survives colour blindness and a grey printer.
constexpr std::array<Rgb, 17> kStops = {{{0x2e, 0x00, 0x4d},
                                         {0x30, 0x06, 0x6b},
                                         {0x2a, 0x1f, 0x7d},
                                         {0x1b, 0x34, 0x8d},
                                         {0x01, 0x4a, 0x8e},
                                         {0x01, 0x5c, 0x8a},
                                         {0x02, 0x6c, 0x8d},
                                         {0x01, 0x7b, 0x90},
                                         {0x04, 0x8b, 0x93},
                                         {0x04, 0x9b, 0x95},
                                         {0x03, 0xac, 0x92},
                                         {0x05, 0xbd, 0x87},
                                         {0x5a, 0xc8, 0x7c},
                                         {0x88, 0xd2, 0x70},
                                         {0xb1, 0xda, 0x67},
                                         {0xd8, 0xe1, 0x62},
                                         {0xfc, 0xe7, 0x65}}};

}  // namespace

size_t RampLevel(double part) {
  return static_cast<size_t>(std::lround(std::clamp(part, 0.0, 1.0) * (kRampLevels - 1)));
}

std::string RampColour(size_t level) {
  const double place = static_cast<double>(std::min(level, kRampLevels - 1)) * (kStops.size() - 1) / (kRampLevels - 1);
  const size_t stop = std::min(static_cast<size_t>(place), kStops.size() - 2);
  const double rest = place - static_cast<double>(stop);
  std::array<long, 3> mixed;
  for (size_t i = 0; i < 3; ++i) {
    mixed[i] = std::lround(kStops[stop][i] + rest * (kStops[stop + 1][i] - kStops[stop][i]));
  }
  return fmt::format("#{:02x}{:02x}{:02x}", mixed[0], mixed[1], mixed[2]);
}

}  // namespace mask2cause
