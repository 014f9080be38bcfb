#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

inline constexpr char32_t kReplacementCharacter = 0xfffd;

// Each byte that is no part of valid UTF-8 (overlong, surrogate, cut off, beyond U+10FFFF) becomes U+FFFD.
std::vector<char32_t> Utf8CodePoints(std::string_view text);

void AppendUtf8(char32_t code_point, std::string& out);

}  // namespace mask2cause
