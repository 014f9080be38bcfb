#include "report/utf8.h"

namespace mask2cause {
namespace {

struct Decoded {
  char32_t code_point;
  size_t bytes;
};

constexpr Decoded kInvalid{kReplacementCharacter, 1};

// What a lead byte says about its sequence; the least code point rules out overlong forms.
struct Lead {
  size_t bytes;
  char32_t bits;
  char32_t least;
};

Lead ReadLead(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if ((byte & 0xe0u) == 0xc0u) return {2, byte & 0x1fu, 0x80};
  if ((byte & 0xf0u) == 0xe0u) return {3, byte & 0x0fu, 0x800};
  if ((byte & 0xf8u) == 0xf0u) return {4, byte & 0x07u, 0x10000};
  return {0, 0, 0};
}

Decoded DecodeFirst(std::string_view text) {
  const Lead lead = ReadLead(static_cast<unsigned char>(text[0]));
  if (lead.bytes == 0 || lead.bytes > text.size()) return kInvalid;
  char32_t code_point = lead.bits;
  for (size_t i = 1; i < lead.bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0u) != 0x80u) return kInvalid;
    code_point = (code_point << 6) | (byte & 0x3fu);
  }
  const bool surrogate = code_point >= 0xd800 && code_point < 0xe000;
  if (code_point < lead.least || code_point > 0x10ffff || surrogate) return kInvalid;
  return {code_point, lead.bytes};
}

char Continuation(char32_t code_point, unsigned shift) {
  return static_cast<char>(0x80u | ((code_point >> shift) & 0x3fu));
}

}  // namespace

std::vector<char32_t> Utf8CodePoints(std::string_view text) {
  std::vector<char32_t> out;
  while (!text.empty()) {
    const Decoded first = DecodeFirst(text);
    out.push_back(first.code_point);
    text.remove_prefix(first.bytes);
  }
  return out;
}

void AppendUtf8(char32_t code_point, std::string& out) {
  if (code_point < 0x80) {
    out += static_cast<char>(code_point);
  } else if (code_point < 0x800) {
    out += static_cast<char>(0xc0u | (code_point >> 6));
    out += Continuation(code_point, 0);
  } else if (code_point < 0x10000) {
    out += static_cast<char>(0xe0u | (code_point >> 12));
    out += Continuation(code_point, 6);
    out += Continuation(code_point, 0);
  } else {
    out += static_cast<char>(0xf0u | (code_point >> 18));
    out += Continuation(code_point, 12);
    out += Continuation(code_point, 6);
    out += Continuation(code_point, 0);
  }
}

}  // namespace mask2cause
