// Numbers as people write them in data files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mask2cause {

// A plain decimal (sign, digits, point, exponent) at `text`, which must end in a byte that cannot be part of a number.
// Returns the byte after it and sets `value` to what strtod and a cast to float give; nullptr when the number is not of
// the common kind (too many digits, extreme exponent, on the edge between two floats) and ParseNumber must decide.
const char* ParsePlainFloat(const char* text, float* value);

// The whole text as a number: surrounding blanks and a leading '+' are fine; "inf" is a number, "nan" is not.
// Beyond the range of double: +-infinity, or 0 for underflow.
std::optional<double> ParseNumber(std::string_view text);

// Empty, NA, NaN, null or ?, in any case, with blanks around.
bool IsMissingToken(std::string_view text);

std::string_view TrimBlanks(std::string_view text);
std::string ToLower(std::string_view text);
bool IsUtf8(std::string_view text);

// For messages: in quotes, cut to a readable length, unprintable bytes escaped.
std::string Quoted(std::string_view text);

}  // namespace mask2cause
