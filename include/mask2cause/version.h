#pragma once

#define MASK2CAUSE_VERSION_MAJOR 0
#define MASK2CAUSE_VERSION_MINOR 1
#define MASK2CAUSE_VERSION_PATCH 0
#define MASK2CAUSE_VERSION "0.1.0"

namespace mask2cause {

// The version of the library that is linked, which may differ from the header's.
const char* Version();

}  // namespace mask2cause
