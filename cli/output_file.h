#pragma once

#include <string>

namespace mask2cause {

// Throws Error{kUsage} when -o names a file that is read.
void RefuseToReplace(const std::string& read, const std::string& output);

}  // namespace mask2cause
