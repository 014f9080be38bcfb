#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/csv_header.h"
#include "data/csv_reader.h"
#include "data/finish.h"
#include "data/number.h"
#include "data/reshape.h"

namespace mask2cause {
namespace {

class TransposedCsvReader {
 public:
  TransposedCsvReader(const std::string& file, const ReadOptions& options) : file_(file), options_(options) {}

  Dataset Read(std::unique_ptr<ByteSource> source, const Progress& progress) {
    const OpenedCsv opened = OpenCsv(std::move(source), file_);
    CsvScanner scanner(*opened.source, opened.delimiter, file_);
    bool first = true;
    while (scanner.StartRow()) {
      const size_t line = scanner.line();
      const std::vector<std::string> cells = TakeRow(scanner, file_);
      // A single text cell in front of numbers is the name of a variable; any other text makes a row of labels.
      const bool labels = first && IsHeader(std::vector<std::string>(cells.begin() + 1, cells.end()));
      const bool corner = first && IsHeader(cells) && LooksLikeCounter(cells);
      if (first) cells_per_line_ = cells.size();
      if (!(first && (labels || corner))) AddVariable(cells, line);
      first = false;
      ReportReading(progress, opened.source->FractionRead());
    }
    return Finish();
  }

 private:
  // "name, 0, 1, 2": times above the columns.
  static bool LooksLikeCounter(const std::vector<std::string>& cells) {
    if (cells.size() < 4) return false;
    for (size_t c = 2; c < cells.size(); ++c) {
      const std::optional<double> before = ParseNumber(cells[c - 1]), here = ParseNumber(cells[c]);
      if (!before || !here || *here - *before != 1.0) return false;
    }
    return true;
  }

  void AddVariable(const std::vector<std::string>& cells, size_t line) {
    if (cells.size() != cells_per_line_) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: line {}: expected {} columns, found {}", file_, line, cells_per_line_, cells.size()),
                  "every row needs the same number of cells; write NA for missing ones");
    }
    if (names_.empty()) named_ = !IsMissingToken(cells[0]) && !ParseNumber(cells[0]);
    names_.push_back(named_ ? cells[0] : fmt::format("x{}", names_.size() + 1));
    const size_t skip = named_ ? 1 : 0;
    steps_ = cells.size() - skip;
    if (values_.size() + steps_ > options_.max_bytes / sizeof(float)) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: the data takes more than the limit of {} bytes", file_, options_.max_bytes));
    }
    values_.Resize(values_.size() + steps_);
    for (size_t t = 0; t < steps_; ++t) Store(values_.size() - steps_ + t, cells[t + skip], line, t + skip + 1);
  }

  void Store(size_t at, const std::string& text, size_t line, size_t column) {
    values_[at] = 0.0F;
    if (IsMissingToken(text)) return missing_.Set(at);
    const std::string place = fmt::format("{}: line {}, column {}", file_, line, column);
    const std::optional<double> number = ParseNumber(text);
    if (!number) {
      throw Error(ErrorKind::kData, fmt::format("{}: {} is not a number", place, Quoted(text)),
                  "write NA for missing cells");
    }
    values_[at] = ToFloat(*number, place, text);
  }

  Dataset Finish() {
    if (names_.empty()) {
      throw Error(ErrorKind::kData, fmt::format("{}: the file is empty or has only a header", file_),
                  "with --transpose the file needs one row per variable");
    }
    CheckNames(names_, file_, 1);
    const ColumnChoice choice = ChooseColumns(options_, names_);
    TransposeInPlace(values_, missing_, names_.size(), steps_);
    Dataset data;
    data.source = file_;
    data.names = std::move(names_);
    data.rows = steps_;
    data.values = std::move(values_);
    data.missing = std::move(missing_);
    data.trajectories.push_back({0, data.rows, ""});
    KeepVariables(data, choice.wanted);
    FinishDataset(data, true);
    return data;
  }

  const std::string& file_;
  const ReadOptions& options_;
  std::vector<std::string> names_;
  FloatBuffer values_;
  MissingMask missing_;
  bool named_ = false;
  size_t cells_per_line_ = 0, steps_ = 0;
};

}  // namespace

Dataset ReadTransposedCsv(std::unique_ptr<ByteSource> source, const std::string& file, const ReadOptions& options,
                          const Progress& progress) {
  return TransposedCsvReader(file, options).Read(std::move(source), progress);
}

}  // namespace mask2cause
