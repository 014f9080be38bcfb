// Every option of `discover` as data: name, range, choices and help stand once, and whoever needs them visits them.
// The command line, the config file, the echo in result.json and docs/options.md are all made by visitors.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "mask2cause/discover.h"

namespace mask2cause {

struct OptionInfo {
  std::string name;   // long flag without dashes
  std::string group;  // heading in help and docs
  std::string help;
  double min, max;                   // numbers, both included; NaN: none
  std::vector<std::string> choices;  // of texts; empty: any; with a `min` a number is allowed besides,
  bool whole = false;                // one without a fraction
};

class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  virtual void Visit(const OptionInfo& info, size_t& value) = 0;
  virtual void Visit(const OptionInfo& info, double& value) = 0;
  virtual void Visit(const OptionInfo& info, bool& value) = 0;
  virtual void Visit(const OptionInfo& info, std::string& value) = 0;
};

// Calls the visitor once for each option, in the order in which help shows them; the visitor may change the values.
void VisitOptions(DiscoverOptions& options, OptionVisitor& visitor);

// Whether a method reads an option; those under general headings count for all. Throws Error{kUsage} for an unknown
// one.
bool OptionCounts(const OptionInfo& info, const std::string& method);

// Throws Error{kUsage} that names --option, the value and what is allowed.
void CheckOptions(const DiscoverOptions& options);

// Name and value of each, as text.
std::vector<std::pair<std::string, std::string>> OptionTexts(const DiscoverOptions& options);

}  // namespace mask2cause
