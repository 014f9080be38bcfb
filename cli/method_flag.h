// --methods, the same wherever several can be named.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mask2cause {

// `methods` holds those that are meant when the flag is not given, for the help.
void AddMethodsFlag(CLI::App& subcommand, const std::string& help, std::vector<std::string>& methods);

// What was typed, with `all` spelt out.
std::vector<std::string> MethodsTyped(const std::vector<std::string>& typed);

}  // namespace mask2cause
