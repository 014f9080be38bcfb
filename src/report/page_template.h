#pragma once

#include <string_view>

namespace mask2cause {

// The page without its data, made from report-ui by the build and part of the program. Empty when there was no Node to
// make it with.
std::string_view PageTemplate();

}  // namespace mask2cause
