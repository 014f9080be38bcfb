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
// `hidden` ones are taken, so that the subcommand can say why it refuses them, but not shown in its help.
void AddOptionFlags(CLI::App& subcommand, OptionFlags& flags, const std::vector<std::string>& hidden = {});

// Defaults, then the config file, then the flags; checked.
DiscoverOptions ResolveOptions(const OptionFlags& flags);

// What was typed and counts for none of these methods, in words.
std::vector<std::string> UnreadOptions(const OptionFlags& flags, const std::vector<std::string>& methods);

// Sets the options a TOML file names. An unknown key or a value of the wrong type is an Error with file and line.
void ApplyConfigFile(const std::string& path, DiscoverOptions& options);

// "1 .. 1000", "at least 0", "any", or the choices, which a number may do as well: "auto, or at least 0".
std::string AllowedValues(const OptionInfo& info);
bool InRange(const OptionInfo& info, double value);

}  // namespace mask2cause
