#include "data/csv_scanner.h"

#include <fmt/core.h>

#include <cstring>

#include "data/csv_dialect.h"
#include "data/number.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kBlock = size_t{1} << 20;
constexpr std::ptrdiff_t kUsualCell = 256;  // numbers are shorter; longer cells take the slow path

}  // namespace

CsvScanner::CsvScanner(ByteSource& source, char delimiter, const std::string& file)
    : source_(source), delimiter_(delimiter), file_(file), block_(kBlock + 1), at_(block_.data()), end_(at_) {
  while (end_ - at_ < 3 && Refill()) {
  }
  at_ += ByteOrderMarkLength({at_, static_cast<size_t>(end_ - at_)});
}

// Keeps what is not yet taken and reads on behind it. False when nothing more comes.
bool CsvScanner::Refill() {
  if (source_ended_) return false;
  const auto kept = static_cast<size_t>(end_ - at_);
  if (kept == kBlock) {
    throw Error(ErrorKind::kData, fmt::format("{}: line {}: a cell is longer than {} bytes", file_, line_, kBlock),
                "this does not look like a table; check that the file is CSV");
  }
  std::memmove(block_.data(), at_, kept);
  at_ = block_.data();
  end_ = at_ + kept;
  const size_t got = source_.Read(end_, kBlock - kept);
  end_ += got;
  *end_ = '\0';
  ++blocks_;
  source_ended_ = got == 0;
  return !source_ended_;
}

void CsvScanner::TakeNewline() {
  const bool carriage_return = *at_++ == '\r';
  if (carriage_return && HaveByte() && *at_ == '\n') ++at_;
  ++line_;
}

bool CsvScanner::StartRow() {
  size_t blank = 0;
  const size_t first_blank = line_;
  while (true) {
    const char* p = at_;
    while (true) {
      while (IsSeparatingBlank(*p)) ++p;
      if (p < end_) break;
      const auto scanned = p - at_;
      if (!Refill()) return false;
      p = at_ + scanned;
    }
    if (*p != '\n' && *p != '\r') break;
    at_ += p - at_;
    TakeNewline();
    ++blank;
  }
  if (blank > 0 && blank_lines_ == 0) first_blank_line_ = first_blank;
  blank_lines_ += blank;
  row_ended_ = false;
  if (delimiter_ == kWhitespace) SkipSeparatingBlanks();
  return true;
}

size_t CsvScanner::SkipSeparatingBlanks() {
  size_t skipped = 0;
  for (; HaveByte() && IsSeparatingBlank(*at_); ++at_) ++skipped;
  return skipped;
}

// Takes what follows a cell: a delimiter, a line end, or the end of the input. False when it is something else.
bool CsvScanner::EndCell(const char* after_text) {
  at_ += after_text - at_;
  if (delimiter_ == kWhitespace) {
    const bool separated = SkipSeparatingBlanks() > 0;
    if (HaveByte() && *at_ != '\n' && *at_ != '\r') return separated;
  } else if (HaveByte() && *at_ == delimiter_) {
    ++at_;
    return true;
  }
  if (HaveByte()) {
    if (*at_ != '\n' && *at_ != '\r') return false;
    TakeNewline();
  }
  row_ended_ = true;
  return true;
}

bool CsvScanner::TakeFloat(float* value) {
  if (end_ - at_ < kUsualCell) Refill();
  const char* p = at_;
  while (IsBlank(*p)) ++p;
  p = ParsePlainFloat(p, value);
  if (p == nullptr) return false;
  while (IsBlank(*p)) ++p;
  if (p == end_) return false;  // the block may have cut the number
  const bool at_delimiter = *p == delimiter_ || (delimiter_ == kWhitespace && *p == '\t');
  if (!at_delimiter && *p != '\n' && *p != '\r') return false;
  cell_line_ = line_;
  if (at_delimiter && delimiter_ != kWhitespace) {
    at_ += p - at_ + 1;
    return true;
  }
  return EndCell(p);
}

std::string_view CsvScanner::TakeText() {
  while (HaveByte() && IsBlank(*at_)) ++at_;
  cell_line_ = line_;
  if (HaveByte() && *at_ == '"') return TakeQuoted();
  const char* p = at_;
  while (true) {
    while (p < end_ && *p != delimiter_ && *p != '\n' && *p != '\r' && !(delimiter_ == kWhitespace && *p == '\t')) ++p;
    if (p < end_) break;
    const auto scanned = p - at_;
    const bool more = Refill();
    p = at_ + scanned;  // the block moves even when nothing comes
    if (!more) break;
  }
  // What follows the cell may need the next block, which overwrites this one.
  const bool near_end = end_ - p < 2;
  std::string_view text(at_, static_cast<size_t>(p - at_));
  if (near_end || delimiter_ == kWhitespace) {
    unquoted_ = text;
    text = unquoted_;
  }
  EndCell(p);
  return TrimBlanks(text);
}

std::string_view CsvScanner::TakeQuoted() {
  const size_t opened = line_;
  unquoted_.clear();
  ++at_;
  while (true) {
    if (!HaveByte()) {
      throw Error(ErrorKind::kData, fmt::format("{}: line {}: a quote is opened and never closed", file_, opened),
                  "close the quote, or write a quote inside a quoted field twice");
    }
    const char c = *at_++;
    if (c == '"') {
      if (!HaveByte() || *at_ != '"') break;
      ++at_;
    } else if (c == '\n') {
      ++line_;
    }
    unquoted_ += c;
    if (unquoted_.size() > kBlock) {
      throw Error(
          ErrorKind::kData,
          fmt::format("{}: line {}: the quoted field that opens here is longer than {} bytes", file_, opened, kBlock),
          "close the quote, or write a quote inside a quoted field twice");
    }
  }
  while (HaveByte() && IsBlank(*at_) && delimiter_ != kWhitespace) ++at_;
  if (!EndCell(at_)) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: line {}: text after the closing quote of {}", file_, opened, Quoted(unquoted_)),
                "write a quote inside a quoted field twice");
  }
  return TrimBlanks(unquoted_);
}

}  // namespace mask2cause
