#include "table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "terminal.h"

namespace mask2cause {
namespace {

// Letters, not bytes: continuation bytes of UTF-8 take no room.
size_t Width(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string Padded(const std::string& text, size_t width, Table::Align align) {
  const std::string padding(width - Width(text), ' ');
  return align == Table::Align::kRight ? padding + text : text + padding;
}

std::string TrimmedRight(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

void Table::AddRow(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = Printable(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::ForPeople() const {
  std::vector<size_t> widths;
  for (size_t c = 0; c < columns_.size(); ++c) {
    size_t width = Width(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, Width(row[c]));
    widths.push_back(width);
  }
  const auto line = [&](const auto& cell_of) {
    std::string out;
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (c > 0) out += "  ";
      out += Padded(cell_of(c), widths[c], columns_[c].align);
    }
    return TrimmedRight(out) + "\n";
  };
  std::string out = line([&](size_t c) { return columns_[c].title; });
  for (const auto& row : rows_) out += line([&](size_t c) { return row[c]; });
  return out;
}

std::string Table::ForScripts() const {
  std::string out;
  for (size_t c = 0; c < columns_.size(); ++c) out += (c > 0 ? "\t" : "") + columns_[c].title;
  out += '\n';
  for (const auto& row : rows_) {
    for (size_t c = 0; c < row.size(); ++c) out += (c > 0 ? "\t" : "") + row[c];
    out += '\n';
  }
  return out;
}

std::string ShortNumber(double value) {
  if (std::isnan(value)) return "-";
  const double magnitude = std::abs(value);
  if (magnitude != 0.0 && (magnitude < 1e-3 || magnitude >= 1e5)) return fmt::format("{:.2e}", value);
  return fmt::format("{:.4g}", value);
}

std::string ExactNumber(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{}", value);
}

}  // namespace mask2cause
