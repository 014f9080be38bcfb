#pragma once

#include <string>

namespace mask2cause {

// One file that the user named, whole or not at all; its folder is made if need be, links are followed. Throws
// Error{kFile}.
void WritePlainFile(const std::string& path, const std::string& content);

}  // namespace mask2cause
