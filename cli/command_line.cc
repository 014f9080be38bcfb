#include "command_line.h"

#include <string_view>

namespace mask2cause {
namespace {

std::string remembered;

std::string Quoted(std::string_view word) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string out = "'";
  for (const char letter : word) {
    if (letter == '\'') {
      out.append("'\\''");
    } else {
      out.push_back(letter);
    }
  }
  return out.append("'");
}

}  // namespace

void RememberCommandLine(int argc, const char* const* argv) {
  remembered = "mask2cause";
  for (int i = 1; i < argc; ++i) remembered.append(" ").append(Quoted(argv[i]));
}

std::string CommandLine() {
  return remembered;
}

}  // namespace mask2cause
