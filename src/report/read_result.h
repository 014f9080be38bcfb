#pragma once

#include <string>
#include <string_view>

#include "mask2cause/discover.h"

namespace mask2cause {

// ReadResult on a text that is in memory; `file` names it in messages.
Result ResultFromJson(std::string_view text, const std::string& file);

}  // namespace mask2cause
