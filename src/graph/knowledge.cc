#include "graph/knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr const char* kHowTo =
    "a rule is: forbid A -> B, require A -> B, or prior A -> B 0.2; quote names that hold spaces, * and ? match any";

[[noreturn]] void Fail(ErrorKind kind, const std::string& where, const std::string& reason) {
  throw Error(kind, fmt::format("{}: {}", where, reason), kHowTo);
}

// Words, with quotes around those that hold spaces; "->" is a word of its own even without spaces around it.
std::vector<std::string> Words(std::string_view text, ErrorKind kind, const std::string& where) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
      ++at;
    } else if (text.substr(at, 2) == "->") {
      words.emplace_back("->");
      at += 2;
    } else if (text[at] == '"') {
      const size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) Fail(kind, where, "a quote is not closed");
      words.emplace_back(text.substr(at + 1, end - at - 1));
      at = end + 1;
    } else {
      const size_t first = at;
      while (at < text.size() && text[at] != ' ' && text[at] != '\t' && text[at] != '\r' && text.substr(at, 2) != "->")
        ++at;
      words.emplace_back(text.substr(first, at - first));
    }
  }
  return words;
}

// The next semicolon that is not within quotes, or the end.
size_t EndOfRule(std::string_view text) {
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == ';' && !quoted) return at;
  }
  return text.size();
}

double Probability(const std::string& word, ErrorKind kind, const std::string& where) {
  double value = 0.0;
  const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool number = error == std::errc() && rest == word.data() + word.size();
  if (!number || !(value > 0.0 && value < 1.0)) {
    Fail(kind, where, fmt::format("'{}' is not a probability between 0 and 1", word));
  }
  return value;
}

// source -> target [probability]
Rule MakeRule(RuleKind kind, const std::vector<std::string>& words, ErrorKind error, const std::string& where) {
  const size_t expected = kind == RuleKind::kPrior ? 4 : 3;
  if (words.size() != expected || words[1] != "->" || words[0].empty() || words[2].empty()) {
    Fail(error, where, fmt::format("expected SOURCE -> TARGET{}", kind == RuleKind::kPrior ? " PROBABILITY" : ""));
  }
  const double probability = kind == RuleKind::kForbid    ? 0.0
                             : kind == RuleKind::kRequire ? 1.0
                                                          : Probability(words[3], error, where);
  return {kind, words[0], words[2], probability, where};
}

bool HasWildcard(const Rule& rule) {
  return (rule.source + rule.target).find_first_of("*?") != std::string::npos;
}

bool Matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') return Matches(pattern.substr(1), name) || (!name.empty() && Matches(pattern, name.substr(1)));
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) && Matches(pattern.substr(1), name.substr(1));
}

std::vector<size_t> Matching(const std::string& pattern, const Rule& rule, const std::vector<std::string>& names) {
  std::vector<size_t> found;
  // A name that is written out stands for itself, whatever characters it holds.
  const auto exact = std::find(names.begin(), names.end(), pattern);
  if (exact != names.end()) return {static_cast<size_t>(exact - names.begin())};
  for (size_t i = 0; i < names.size(); ++i) {
    if (Matches(pattern, names[i])) found.push_back(i);
  }
  if (found.empty()) {
    throw Error(ErrorKind::kData, fmt::format("{}: there is no variable '{}'", rule.where, pattern),
                fmt::format("variables are {}{}",
                            fmt::join(names.begin(),
                                      names.begin() + static_cast<ptrdiff_t>(std::min<size_t>(10, names.size())), ", "),
                            names.size() > 10 ? ", ..." : ""));
  }
  return found;
}

std::string Says(const Rule& rule) {
  switch (rule.kind) {
    case RuleKind::kForbid:
      return "forbids";
    case RuleKind::kRequire:
      return "requires";
    case RuleKind::kPrior:
      return fmt::format("gives probability {} to", rule.probability);
  }
  return "";
}

}  // namespace

std::vector<Rule> ReadRules(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Error(ErrorKind::kFile, fmt::format("cannot read '{}'", path), "give a file with a rule a line");
  std::vector<Rule> rules;
  std::string line;
  for (size_t number = 1; std::getline(in, line); ++number) {
    const std::string where = fmt::format("{}:{}", path, number);
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    std::vector<std::string> words = Words(line, ErrorKind::kData, where);
    const std::string verb = words[0];
    words.erase(words.begin());
    if (verb != "forbid" && verb != "require" && verb != "prior")
      Fail(ErrorKind::kData, where, fmt::format("'{}' is no kind of rule", verb));
    const RuleKind kind = verb == "forbid"    ? RuleKind::kForbid
                          : verb == "require" ? RuleKind::kRequire
                                              : RuleKind::kPrior;
    rules.push_back(MakeRule(kind, words, ErrorKind::kData, where));
  }
  return rules;
}

std::vector<Rule> ParseRules(RuleKind kind, std::string_view text, const std::string& flag) {
  std::vector<Rule> rules;
  while (!text.empty()) {
    const size_t end = EndOfRule(text);
    const std::vector<std::string> words = Words(text.substr(0, end), ErrorKind::kUsage, flag);
    if (!words.empty()) rules.push_back(MakeRule(kind, words, ErrorKind::kUsage, flag));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rules;
}

std::vector<double> ApplyRules(const std::vector<Rule>& rules, const std::vector<std::string>& names) {
  const size_t n = names.size();
  std::vector<double> probability(n * n, std::numeric_limits<double>::quiet_NaN());
  std::vector<const Rule*> said(n * n, nullptr);
  for (const Rule& rule : rules) {
    for (const size_t source : Matching(rule.source, rule, names)) {
      for (const size_t target : Matching(rule.target, rule, names)) {
        if (source == target) continue;
        const Rule*& before = said[target * n + source];
        if (before != nullptr && before->probability != rule.probability) {
          if (HasWildcard(*before) == HasWildcard(rule)) {
            throw Error(ErrorKind::kData,
                        fmt::format("{} {} {} -> {}, but {} {} it", before->where, Says(*before), names[source],
                                    names[target], rule.where, Says(rule)),
                        "take one of the two out");
          }
        }
        if (before != nullptr && HasWildcard(rule) && !HasWildcard(*before)) continue;
        before = &rule;
        probability[target * n + source] = rule.probability;
      }
    }
  }
  return probability;
}

}  // namespace mask2cause
