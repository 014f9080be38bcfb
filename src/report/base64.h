#pragma once

#include <string>
#include <string_view>

namespace mask2cause {

// With padding, on one line.
std::string Base64(std::string_view bytes);

}  // namespace mask2cause
