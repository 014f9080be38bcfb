#include "data/csv_header.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "data/number.h"
#include "data/time_column.h"
#include "mask2cause/error.h"

namespace mask2cause {

bool IsHeader(const std::vector<std::string>& cells) {
  const auto is_text = [](const std::string& cell) {
    return !IsMissingToken(cell) && !ParseNumber(cell) && !ParseIsoDate(cell);
  };
  if (std::any_of(cells.begin(), cells.end(), is_text)) return true;
  if (cells.size() < 2 || !cells[0].empty()) return false;
  for (size_t c = 1; c < cells.size(); ++c) {
    if (cells[c] != std::to_string(c - 1)) return false;
  }
  return true;
}

void CheckNames(const std::vector<std::string>& names, const std::string& file, size_t line) {
  std::map<std::string, size_t> first_use;
  for (size_t c = 0; c < names.size(); ++c) {
    if (names[c].empty() && c > 0) {
      throw Error(ErrorKind::kData, fmt::format("{}: line {}: column {} has no name", file, line, c + 1),
                  "give it a name in the header, or remove a delimiter too many at the end of the line");
    }
    if (!IsUtf8(names[c])) {
      throw Error(
          ErrorKind::kData,
          fmt::format("{}: line {}: the name of column {}, {}, is not UTF-8", file, line, c + 1, Quoted(names[c])),
          "save the file as UTF-8");
    }
    const auto [earlier, is_new] = first_use.emplace(names[c], c);
    if (is_new) continue;
    throw Error(ErrorKind::kData,
                fmt::format("{}: line {}: columns {} and {} have the same name {}", file, line, earlier->second + 1,
                            c + 1, Quoted(names[c])),
                "rename one of them");
  }
}

void RefuseBinary(const std::string& cell, const std::string& file, size_t line) {
  const auto unprintable = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7f;
  };
  if (std::none_of(cell.begin(), cell.end(), unprintable)) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: line {}: binary data where text was expected: {}", file, line, Quoted(cell)),
              "CSV must be plain text, UTF-8; check the format and the encoding of the file");
}

}  // namespace mask2cause
