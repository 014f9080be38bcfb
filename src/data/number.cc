#include "data/number.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mask2cause {
namespace {

constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestExactPower = 22;
constexpr int kDigitsOf64Bits = 19;

inline bool IsDigit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

// Reads e-05 and the like; false when it is malformed or far too long.
bool ParseExponent(const char*& p, int* exponent) {
  ++p;
  const bool negative = *p == '-';
  if (*p == '-' || *p == '+') ++p;
  if (!IsDigit(*p)) return false;
  int value = 0;
  for (; IsDigit(*p); ++p) {
    value = value * 10 + (*p - '0');
    if (value > 1000) return false;
  }
  *exponent += negative ? -value : value;
  return true;
}

// `approximate` is within 2 units in the last place of the true value. Its float is the right one unless the 29 bits
// that the cast drops are that close to one half.
bool RoundsSafelyToFloat(double approximate) {
  if (!(approximate >= std::numeric_limits<float>::min() && approximate <= std::numeric_limits<float>::max())) {
    return approximate == 0.0;
  }
  constexpr uint64_t kDropped = (uint64_t{1} << 29) - 1, kHalf = uint64_t{1} << 28, kMargin = 4;
  const uint64_t dropped = std::bit_cast<uint64_t>(approximate) & kDropped;
  return dropped + kMargin < kHalf || dropped > kHalf + kMargin;
}

// Where the first digit other than 0 stands relative to the point, exponent included: 3 for 100, -2 for 0.001.
int64_t DecimalPosition(std::string_view number) {
  const size_t e = std::min(number.find_first_of("eE"), number.size());
  const size_t point = std::min(number.find('.'), e);
  const size_t digit = std::min(number.find_first_of("123456789"), e);
  int64_t exponent = 0;
  if (e < number.size()) {
    const bool negative = number[e + 1] == '-';
    const std::string_view digits = number.substr(e + 1 + (negative || number[e + 1] == '+' ? 1 : 0));
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (parsed.ec != std::errc{}) exponent = std::numeric_limits<int32_t>::max();
    if (negative) exponent = -exponent;
  }
  const int64_t position = static_cast<int64_t>(point) - static_cast<int64_t>(digit);
  return (digit > point ? position + 1 : position) + exponent;
}

}  // namespace

const char* ParsePlainFloat(const char* p, float* value) {
  const bool negative = *p == '-';
  if (*p == '-' || *p == '+') ++p;
  uint64_t mantissa = 0;
  const char* const digits = p;
  for (; IsDigit(*p); ++p) mantissa = mantissa * 10 + static_cast<uint64_t>(*p - '0');
  std::ptrdiff_t digit_count = p - digits;
  int exponent = 0;
  if (*p == '.') {
    const char* const fraction = ++p;
    for (; IsDigit(*p); ++p) mantissa = mantissa * 10 + static_cast<uint64_t>(*p - '0');
    exponent = -static_cast<int>(std::min<std::ptrdiff_t>(p - fraction, 1000));
    digit_count += p - fraction;
  }
  if (digit_count == 0 || digit_count > kDigitsOf64Bits) return nullptr;
  if ((*p == 'e' || *p == 'E') && !ParseExponent(p, &exponent)) return nullptr;
  if (exponent < -kLargestExactPower || exponent > kLargestExactPower) return nullptr;
  double magnitude = static_cast<double>(mantissa);
  magnitude = exponent < 0 ? magnitude / kPowersOfTen[-exponent] : magnitude * kPowersOfTen[exponent];
  if (!RoundsSafelyToFloat(magnitude)) return nullptr;
  *value = static_cast<float>(negative ? -magnitude : magnitude);
  return p;
}

std::optional<double> ParseNumber(std::string_view text) {
  text = TrimBlanks(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument || std::isnan(value))
    return std::nullopt;
  if (error != std::errc::result_out_of_range) return value;
  // from_chars does not say which end of the range was passed.
  const double magnitude = DecimalPosition(text) < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return text.starts_with('-') ? -magnitude : magnitude;
}

std::string_view TrimBlanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string ToLower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

bool IsMissingToken(std::string_view text) {
  text = TrimBlanks(text);
  if (text.empty() || text == "?") return true;
  if (text.size() > 4) return false;
  const std::string lower = ToLower(text);
  return lower == "na" || lower == "nan" || lower == "null";
}

bool IsUtf8(std::string_view text) {
  size_t following = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (following > 0) {
      if ((byte & 0xC0) != 0x80) return false;
      --following;
    } else if (byte >= 0x80) {
      if (byte < 0xC2 || byte > 0xF4) return false;
      following = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    }
  }
  return following == 0;
}

std::string Quoted(std::string_view text) {
  size_t length = std::min<size_t>(text.size(), 40);
  while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  const bool printable = IsUtf8(text.substr(0, length));
  std::string shown = "'";
  for (const char c : text.substr(0, length)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !printable)) {
      shown += fmt::format("\\x{:02x}", byte);
    } else {
      shown += c;
    }
  }
  if (length < text.size()) shown += "...";
  return shown + "'";
}

}  // namespace mask2cause
