#include "data/csv_dialect.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "data/number.h"
#include "data/time_column.h"

namespace mask2cause {
namespace {

constexpr size_t kRowsLookedAt = 50;

struct RowShape {
  size_t cells = 0;
  size_t numeric = 0;  // cells that a data row may hold: numbers, missing tokens, dates
};

// Splits leniently: the sample may be cut anywhere, and the delimiter may be the wrong one.
class SampleSplitter {
 public:
  SampleSplitter(std::string_view sample, char delimiter) : rest_(sample), delimiter_(delimiter) {}

  std::vector<RowShape> Rows() {
    std::vector<RowShape> rows;
    while (!rest_.empty() && rows.size() < kRowsLookedAt) {
      const RowShape row = NextRow();
      if (row.cells > 1 || row.numeric == 0 || !last_row_blank_) rows.push_back(row);
    }
    return rows;
  }

 private:
  RowShape NextRow() {
    RowShape row;
    last_row_blank_ = true;
    bool row_ended = false;
    while (!row_ended) {
      if (delimiter_ == kWhitespace) SkipBlanks();
      const std::string_view cell = NextCell(&row_ended);
      if (delimiter_ == kWhitespace && cell.empty() && row_ended && row.cells > 0) break;
      ++row.cells;
      if (!TrimBlanks(cell).empty()) last_row_blank_ = false;
      if (IsMissingToken(cell) || IsNumeric(cell) || ParseIsoDate(cell)) ++row.numeric;
    }
    return row;
  }

  // Decimal commas count too: the reader refuses them, with better words when the columns are cut right.
  static bool IsNumeric(std::string_view cell) {
    if (ParseNumber(cell)) return true;
    const size_t comma = cell.find(',');
    if (comma == std::string_view::npos) return false;
    std::string with_point(cell);
    with_point[comma] = '.';
    return ParseNumber(with_point).has_value();
  }

  void SkipBlanks() {
    while (!rest_.empty() && IsDelimiter(rest_.front())) rest_.remove_prefix(1);
  }

  bool IsDelimiter(char c) const { return c == delimiter_ || (delimiter_ == kWhitespace && c == '\t'); }

  std::string_view NextCell(bool* row_ended) {
    bool quoted = false;
    size_t end = 0;
    for (; end < rest_.size(); ++end) {
      const char c = rest_[end];
      if (c == '"') quoted = !quoted;
      if (!quoted && (IsDelimiter(c) || c == '\n' || c == '\r')) break;
    }
    std::string_view cell = rest_.substr(0, end);
    *row_ended = end == rest_.size() || !IsDelimiter(rest_[end]);
    const bool crlf = rest_.substr(end).starts_with("\r\n");
    rest_.remove_prefix(std::min(rest_.size(), end + (crlf ? 2 : 1)));
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    return cell;
  }

  std::string_view rest_;
  char delimiter_;
  bool last_row_blank_ = true;
};

// How many rows agree on the number of cells, times how many cells are numbers. 0: only one column.
double TableLikeness(const std::vector<RowShape>& rows) {
  if (rows.empty()) return 0.0;
  std::vector<size_t> widths;
  for (const RowShape& row : rows) widths.push_back(row.cells);
  std::nth_element(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2), widths.end());
  const size_t width = widths[widths.size() / 2];
  if (width < 2) return 0.0;
  size_t agreeing = 0, cells = 0, numeric = 0;
  for (size_t r = 0; r < rows.size(); ++r) {
    agreeing += rows[r].cells == width ? 1 : 0;
    if (r == 0 && rows.size() > 1) continue;  // may be a header
    cells += rows[r].cells;
    numeric += rows[r].numeric;
  }
  const double agreement = static_cast<double>(agreeing) / static_cast<double>(rows.size());
  const double numeric_share = static_cast<double>(numeric) / static_cast<double>(cells);
  return agreement * (0.1 + 0.9 * numeric_share);
}

}  // namespace

char FindDelimiter(std::string_view sample, bool whole) {
  const size_t last_line_end = sample.find_last_of("\r\n");
  if (!whole && last_line_end != std::string_view::npos) sample = sample.substr(0, last_line_end + 1);
  char best = ',';
  double best_likeness = 0.0;
  for (const char delimiter : {',', ';', '\t', '|', kWhitespace}) {
    const double likeness = TableLikeness(SampleSplitter(sample, delimiter).Rows());
    if (likeness > best_likeness) {
      best = delimiter;
      best_likeness = likeness;
    }
  }
  return best;
}

size_t ByteOrderMarkLength(std::string_view start) {
  return start.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

}  // namespace mask2cause
