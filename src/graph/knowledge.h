// What the user knows before any data are seen: edges that cannot be, that must be, or that are more or less likely.
//
// A rule is a line:   forbid rain -> *      require "air temp" -> river      prior * -> river 0.2
// Names may be quoted and may hold the wildcards * and ?. Self edges are not touched. A rule without wildcards
// outweighs one with; two of the same weight that say different things of one pair contradict each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

enum class RuleKind { kForbid, kRequire, kPrior };

struct Rule {
  RuleKind kind = RuleKind::kForbid;
  std::string source, target;  // names or patterns
  double probability = 0.0;    // 0 forbid, 1 require, between: prior
  std::string where;           // "rules.txt:3" or "--forbid", for messages
};

// A whole file; empty lines and those that start with # are skipped. Throws Error{kData} naming file and line.
std::vector<Rule> ReadRules(const std::string& path);

// The argument of a flag: rules of one kind without the word in front, separated by semicolons. Throws Error{kUsage}.
std::vector<Rule> ParseRules(RuleKind kind, std::string_view text, const std::string& flag);

// (N, N) [target][source]: the probability of each edge, 0 and 1 for certain, NaN where nothing is said. Throws
// Error{kData} for a pattern that matches no variable and for rules that contradict each other, naming both.
std::vector<double> ApplyRules(const std::vector<Rule>& rules, const std::vector<std::string>& names);

}  // namespace mask2cause
