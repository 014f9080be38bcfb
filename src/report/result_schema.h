#pragma once

#include <cstddef>

namespace mask2cause {

// Of result.json. Raised when a reader of older files could misread a newer one; new members do not count.
inline constexpr size_t kResultSchema = 1;

}  // namespace mask2cause
