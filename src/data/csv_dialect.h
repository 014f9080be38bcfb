// How a text table is written: what stands between its cells.
#pragma once

#include <cstddef>
#include <string_view>

namespace mask2cause {

constexpr char kWhitespace = ' ';  // a run of blanks and tabs

// The delimiter (one of , ; tab | or kWhitespace) under which the sample looks most like a table of numbers.
// `sample` is the beginning of the file; `whole` says that it is all of it.
char FindDelimiter(std::string_view sample, bool whole);

// The length of a UTF-8 byte order mark at the start: 3 or 0.
size_t ByteOrderMarkLength(std::string_view start);

}  // namespace mask2cause
