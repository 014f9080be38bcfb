#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/csv_header.h"
#include "data/csv_reader.h"
#include "data/npy.h"
#include "data/npz.h"
#include "data/number.h"
#include "data/open.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr uint64_t kLargestMatrix = uint64_t{1} << 34;

[[noreturn]] void FailNotSquare(const std::string& file, size_t rows, size_t columns) {
  throw Error(ErrorKind::kData, fmt::format("{}: the matrix is {} x {}, not square", file, rows, columns),
              "a graph needs one row per target and one column per source, in the same order");
}

NamedMatrix ReadNpyMatrix(ByteSource& source, const std::string& file) {
  const NpyHeader header = ReadNpyHeader(source, file, kLargestMatrix);
  if (header.shape.size() != 2) {
    throw Error(ErrorKind::kData, fmt::format("{}: the array of shape {} is not a matrix", file, header.ShapeText()),
                "a graph is one N x N matrix, [target][source]");
  }
  if (header.shape[0] != header.shape[1]) FailNotSquare(file, header.shape[0], header.shape[1]);
  NamedMatrix matrix;
  matrix.size = header.shape[0];
  ReadNpyElements(source, header, file, [&](uint64_t, std::span<const double> run) {
    matrix.values.insert(matrix.values.end(), run.begin(), run.end());
  });
  if (header.fortran_order) {
    for (size_t r = 0; r < matrix.size; ++r) {
      for (size_t c = 0; c < r; ++c) std::swap(matrix.values[r * matrix.size + c], matrix.values[c * matrix.size + r]);
    }
  }
  const auto bad = std::find_if(matrix.values.begin(), matrix.values.end(), [](double v) { return !std::isfinite(v); });
  if (bad != matrix.values.end()) {
    const auto cell = static_cast<size_t>(bad - matrix.values.begin());
    throw Error(ErrorKind::kData,
                fmt::format("{}: row {}, column {}: {} is not a finite number", file, cell / matrix.size + 1,
                            cell % matrix.size + 1, *bad),
                "every pair needs a value");
  }
  return matrix;
}

class CsvMatrixReader {
 public:
  explicit CsvMatrixReader(const std::string& file) : file_(file) {}

  NamedMatrix Read(std::unique_ptr<ByteSource> source) {
    const OpenedCsv opened = OpenCsv(std::move(source), file_);
    CsvScanner scanner(*opened.source, opened.delimiter, file_);
    while (scanner.StartRow()) {
      const size_t line = scanner.line();
      AddRow(TakeRow(scanner, file_), line);
    }
    if (matrix_.size == 0) {
      throw Error(ErrorKind::kData, fmt::format("{}: the file holds no matrix", file_), "a graph is one N x N matrix");
    }
    const size_t columns = matrix_.values.size() / matrix_.size;
    if (columns != matrix_.size) FailNotSquare(file_, matrix_.size, columns);
    TakeNames(columns);
    return std::move(matrix_);
  }

 private:
  void AddRow(std::vector<std::string> cells, size_t line) {
    if (width_ == 0) {
      width_ = cells.size();
      if (IsHeader(cells) && !IsNamedRow(cells)) {
        CheckNames(cells, file_, line);
        header_ = std::move(cells);
        return;
      }
    }
    if (matrix_.size == 0) FindNameColumn(cells);
    if (cells.size() != width_) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: line {}: expected {} columns, found {}", file_, line, width_, cells.size()),
                  "every row of a matrix has the same number of cells");
    }
    if (name_column_) row_names_.push_back(cells[0]);
    for (size_t c = name_column_ ? 1 : 0; c < cells.size(); ++c) {
      const std::optional<double> value = ParseNumber(cells[c]);
      if (!value || !std::isfinite(*value)) {
        throw Error(
            ErrorKind::kData,
            fmt::format("{}: line {}, column {}: {} is not a finite number", file_, line, c + 1, Quoted(cells[c])),
            "every pair needs a value");
      }
      matrix_.values.push_back(*value);
    }
    ++matrix_.size;
  }

  // A name, then numbers: the first row of a matrix with a name column and no header.
  static bool IsNamedRow(const std::vector<std::string>& cells) {
    return cells.size() > 1 &&
           std::all_of(cells.begin() + 1, cells.end(), [](const auto& c) { return ParseNumber(c).has_value(); });
  }

  // Names in front of the rows, or their numbers under a header whose first cell is empty; a header may also leave the
  // cell above the names out.
  void FindNameColumn(const std::vector<std::string>& cells) {
    if (!header_.empty() && cells.size() == header_.size() + 1) {
      header_.insert(header_.begin(), std::string());
      width_ = cells.size();
    }
    name_column_ = !ParseNumber(cells[0]) || (!header_.empty() && header_[0].empty());
  }

  void TakeNames(size_t columns) {
    if (!header_.empty()) {
      matrix_.names.assign(header_.end() - static_cast<std::ptrdiff_t>(columns), header_.end());
    }
    if (name_column_ && header_.empty()) matrix_.names = row_names_;
    if (name_column_ && matrix_.names != row_names_ &&
        std::is_permutation(row_names_.begin(), row_names_.end(), matrix_.names.begin(), matrix_.names.end())) {
      throw Error(ErrorKind::kData, fmt::format("{}: the rows are named in another order than the columns", file_),
                  "sort the rows and the columns the same way");
    }
  }

  const std::string& file_;
  NamedMatrix matrix_;
  std::vector<std::string> header_, row_names_;
  size_t width_ = 0;
  bool name_column_ = false;
};

}  // namespace

NamedMatrix ReadMatrix(const std::string& path, const std::string& key) {
  OpenedFile opened = OpenDetected(path, kLargestMatrix);
  if (opened.format == FileFormat::kText) return CsvMatrixReader(path).Read(std::move(opened.source));
  if (opened.format == FileFormat::kNpy) return ReadNpyMatrix(*opened.source, path);
  const NpzFile npz = NpzFile::Open(path);
  const std::string chosen = npz.ChooseKey(key, {"A", "Gref", "graph"});
  return ReadNpyMatrix(*npz.OpenArray(chosen, kLargestMatrix), path);
}

}  // namespace mask2cause
