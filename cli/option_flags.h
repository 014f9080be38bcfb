// The option table of the library as flags, as a config file, and as a page of documentation.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mask2cause/options.h"

namespace CLI {
class App;
}

namespace mask2cause {

// What was typed, in order; turned into options only when all is parsed, because flags beat the config file.
struct OptionFlags {
  std::string config;
  std::vector<std::pair<std::string, std::string>> typed;  // option name, text
};
void AddOptionFlags(CLI::App& subcommand, OptionFlags& flags);

// Defaults, then the config file, then the flags; checked.
DiscoverOptions ResolveOptions(const OptionFlags& flags);

// Sets the options a TOML file names. An unknown key or a value of the wrong type is an Error with file and line.
void ApplyConfigFile(const std::string& path, DiscoverOptions& options);

// "1 .. 1000", "at least 0", "any", or the choices.
std::string AllowedValues(const OptionInfo& info);
bool InRange(const OptionInfo& info, double value);

}  // namespace mask2cause
