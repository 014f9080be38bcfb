#pragma once

#include <string>
#include <string_view>

namespace mask2cause {

// Escaped for element text and attribute values so that a reader gets every character back, line breaks and tabs too;
// only bytes that are not UTF-8 and characters that XML 1.0 forbids become U+FFFD. (XmlText is for pictures: there a
// line break is a space.)
std::string XmlExact(std::string_view text);

}  // namespace mask2cause
