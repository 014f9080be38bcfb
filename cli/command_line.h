#pragma once

#include <string>

namespace mask2cause {

void RememberCommandLine(int argc, const char* const* argv);

// What was typed, quoted for a shell, so that it can be given again.
std::string CommandLine();

}  // namespace mask2cause
