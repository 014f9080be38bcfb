#include "report/xml_exact.h"

#include <fmt/core.h>

#include <iterator>

#include "report/utf8.h"

namespace mask2cause {
namespace {

bool IsMarkup(char32_t letter) {
  return letter == '&' || letter == '<' || letter == '>' || letter == '"' || letter == '\'';
}

// Readers change these to a space or a line feed unless they come as references.
bool IsNormalized(char32_t letter) {
  return letter == '\t' || letter == '\n' || letter == '\r';
}

bool IsForbidden(char32_t letter) {
  return letter < 0x20 || letter == 0xfffe || letter == 0xffff;
}

}  // namespace

std::string XmlExact(std::string_view text) {
  std::string out;
  for (const char32_t letter : Utf8CodePoints(text)) {
    if (IsMarkup(letter) || IsNormalized(letter)) {
      fmt::format_to(std::back_inserter(out), "&#{};", static_cast<uint32_t>(letter));
    } else {
      AppendUtf8(IsForbidden(letter) ? kReplacementCharacter : letter, out);
    }
  }
  return out;
}

}  // namespace mask2cause
