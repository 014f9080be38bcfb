#pragma once

#include <cstddef>
#include <string>

namespace mask2cause {

inline constexpr size_t kRampLevels = 64;

// The level of a part of the range, from 0 (nothing) to 1 (all); held to these.
size_t RampLevel(double part);

// "#rrggbb", from a dark violet over blue and green to a light yellow.
std::string RampColour(size_t level);

}  // namespace mask2cause
