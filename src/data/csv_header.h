// The first row of a text table: names, or already data.
#pragma once

#include <string>
#include <vector>

namespace mask2cause {

// Some cell is neither a number nor missing nor a date, or the row is the 0, 1, 2... that a data frame without names
// writes above its index.
bool IsHeader(const std::vector<std::string>& cells);

// Throws Error{kData} for names that are empty (the first column may be: an index has no name), duplicate, or not
// UTF-8.
void CheckNames(const std::vector<std::string>& names, const std::string& file, size_t line);

// Throws Error{kData} for bytes that no text holds.
void RefuseBinary(const std::string& cell, const std::string& file, size_t line);

}  // namespace mask2cause
