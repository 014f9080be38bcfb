// Any bytes as a text table: an Error or a data set, and the data set says what a slow, obvious parser says.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "check.h"
#include "data/csv_dialect.h"
#include "data/csv_header.h"
#include "data/csv_reader.h"
#include "data/number.h"
#include "mask2cause/error.h"

namespace {

using mask2cause::Dataset;
using Row = std::vector<std::string>;

bool IsBlank(char c) {
  return c == ' ' || c == '\t';
}

// One character after the other, no buffers, no fast path.
class SlowParser {
 public:
  SlowParser(std::string_view text, char delimiter) : text_(text), delimiter_(delimiter) {}

  std::vector<Row> Rows() {
    std::vector<Row> rows;
    while (SkipBlankLines()) rows.push_back(NextRow());
    return rows;
  }

 private:
  bool End() const { return at_ >= text_.size(); }
  bool AtNewline() const { return !End() && (text_[at_] == '\n' || text_[at_] == '\r'); }
  bool AtDelimiter() const {
    return !End() && (delimiter_ == mask2cause::kWhitespace ? IsBlank(text_[at_]) : text_[at_] == delimiter_);
  }
  void TakeNewline() {
    const bool both = text_.substr(at_).starts_with("\r\n");
    at_ += both ? 2 : 1;
  }
  bool SkipBlankLines() {
    while (true) {
      size_t p = at_;
      while (p < text_.size() && IsBlank(text_[p]) && !(delimiter_ == '\t' && text_[p] == '\t')) ++p;
      if (p >= text_.size()) return false;
      if (text_[p] != '\n' && text_[p] != '\r') return true;
      at_ = p;
      TakeNewline();
    }
  }
  Row NextRow() {
    Row row;
    if (delimiter_ == mask2cause::kWhitespace) SkipDelimiters();
    while (true) {
      row.push_back(NextCell());
      if (delimiter_ == mask2cause::kWhitespace) {
        SkipDelimiters();
      } else if (AtDelimiter()) {
        ++at_;
        continue;
      }
      if (!End() && !AtNewline()) continue;
      if (!End()) TakeNewline();
      return row;
    }
  }
  void SkipDelimiters() {
    while (AtDelimiter()) ++at_;
  }
  std::string NextCell() {
    std::string cell;
    while (!End() && !AtDelimiter() && IsBlank(text_[at_])) ++at_;
    if (!End() && text_[at_] == '"') {
      for (++at_; !End(); ++at_) {
        if (text_[at_] != '"') {
          cell += text_[at_];
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          cell += text_[at_++];
        } else {
          break;
        }
      }
      ++at_;
      while (!End() && !AtDelimiter() && !AtNewline()) ++at_;
    } else {
      for (; !End() && !AtDelimiter() && !AtNewline(); ++at_) cell += text_[at_];
    }
    return std::string(mask2cause::TrimBlanks(cell));
  }

  std::string_view text_;
  char delimiter_;
  size_t at_ = 0;
};

void Compare(const Dataset& data, const std::vector<Row>& rows, bool header) {
  const size_t first = header ? 1 : 0;
  Check(rows.size() - first == data.rows, "as many rows as the slow parser finds");
  for (size_t r = 0; r < data.rows; ++r) {
    const Row& row = rows[r + first];
    Check(row.size() == data.variables(), "as many cells as the slow parser finds");
    for (size_t v = 0; v < row.size(); ++v) {
      const bool missing = mask2cause::IsMissingToken(row[v]);
      Check(data.is_missing(r, v) == missing, "the same cells are missing");
      const float expected = missing ? 0.0F : static_cast<float>(std::strtod(row[v].c_str(), nullptr));
      Check(data.at(r, v) == expected, "the same values");
    }
  }
}

Dataset Read(std::string_view text, const mask2cause::ReadOptions& options) {
  const mask2cause::Progress silent;
  const std::string name = "fuzz";
  if (options.transpose) {
    return mask2cause::ReadTransposedCsv(std::make_unique<mask2cause::MemorySource>(text), name, options, silent);
  }
  mask2cause::CsvReader reader(name, options, silent);
  reader.Add(std::make_unique<mask2cause::MemorySource>(text), name, "");
  return reader.Finish();
}

void ReadAndCompare(std::string_view text) {
  mask2cause::ReadOptions options;
  options.time_column = "none";
  options.max_bytes = 1 << 24;
  const Dataset data = Read(text, options);
  text.remove_prefix(mask2cause::ByteOrderMarkLength(text));
  const std::vector<Row> rows = SlowParser(text, mask2cause::FindDelimiter(text, true)).Rows();
  Compare(data, rows, mask2cause::IsHeader(rows[0]));
}

void ReadWithOptions(std::string_view text, bool transpose) {
  mask2cause::ReadOptions options;
  options.transpose = transpose;
  options.max_bytes = 1 << 24;
  const Dataset data = Read(text, options);
  Check(data.values.size() == data.rows * data.variables(), "the values fill the table");
  for (size_t i = 0; i < data.values.size(); ++i) Check(std::isfinite(data.values[i]), "every value is finite");
  Check(mask2cause::Fingerprint(data).size() == 32, "a fingerprint");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size > 60000) return 0;  // the delimiter is found from a sample; beyond it the two would see different ones
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (int way = 0; way < 3; ++way) {
    try {
      if (way == 0) ReadAndCompare(text);
      if (way > 0) ReadWithOptions(text, way == 2);
    } catch (const mask2cause::Error& error) {
      Check(error.what()[0] != '\0', "errors say something");
      Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
    }
  }
  return 0;
}
