// Cuts a stream of text into cells: quoted fields, any line ending, in one pass over a block of fixed size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"

namespace mask2cause {

class CsvScanner {
 public:
  // `file` is for messages. Both must outlive the scanner. A byte order mark is skipped.
  CsvScanner(ByteSource& source, char delimiter, const std::string& file);

  // Moves to the next row, past blank lines; false at the end of the input.
  bool StartRow();
  // The next cell when it is a plain decimal number, which is nearly always. Otherwise false, and the cell is still
  // there.
  bool TakeFloat(float* value);
  // The next cell, unquoted, without the blanks around it. Valid until the next call.
  std::string_view TakeText();
  // The cell that was taken last was the last of its row.
  bool row_ended() const { return row_ended_; }
  // Of the cell that is taken next, starting at 1; after the last cell of a row, the line after it.
  size_t line() const { return line_; }
  // Of the cell that was taken last.
  size_t cell_line() const { return cell_line_; }
  // Blank lines between rows so far; the first of them.
  size_t blank_lines() const { return blank_lines_; }
  size_t first_blank_line() const { return first_blank_line_; }
  // Blocks read so far: a cheap clock for progress.
  size_t blocks() const { return blocks_; }

 private:
  bool Refill();
  bool HaveByte() { return at_ < end_ || Refill(); }
  bool IsBlank(char c) const { return (c == ' ' || c == '\t') && c != delimiter_ && delimiter_ != ' '; }
  bool IsSeparatingBlank(char c) const { return c == ' ' || (c == '\t' && delimiter_ != '\t'); }
  bool EndCell(const char* after_text);
  size_t SkipSeparatingBlanks();
  void TakeNewline();
  std::string_view TakeQuoted();

  ByteSource& source_;
  const char delimiter_;
  const std::string& file_;
  std::vector<char> block_;
  char* at_;
  char* end_;  // *end_ is always 0, so that a scan of a number stops there
  bool source_ended_ = false;
  bool row_ended_ = true;
  size_t line_ = 1, cell_line_ = 1;
  size_t blank_lines_ = 0, first_blank_line_ = 0;
  size_t blocks_ = 0;
  std::string unquoted_;
};

}  // namespace mask2cause
