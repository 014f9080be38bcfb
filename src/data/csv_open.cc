#include <fmt/core.h>

#include <utility>

#include "data/csv_dialect.h"
#include "data/csv_header.h"
#include "data/csv_reader.h"
#include "mask2cause/error.h"

namespace mask2cause {

OpenedCsv OpenCsv(std::unique_ptr<ByteSource> source, const std::string& file) {
  constexpr size_t kSample = size_t{1} << 16;
  OpenedCsv opened;
  opened.source = std::make_unique<PeekedSource>(std::move(source), kSample);
  std::string_view sample = opened.source->peeked();
  if (sample.starts_with("\xFF\xFE") || sample.starts_with("\xFE\xFF")) {
    throw Error(ErrorKind::kData, fmt::format("{}: the file is UTF-16", file), "save it as UTF-8");
  }
  const bool whole = sample.size() < kSample;
  sample.remove_prefix(ByteOrderMarkLength(sample));
  opened.delimiter = FindDelimiter(sample, whole);
  return opened;
}

std::vector<std::string> TakeRow(CsvScanner& scanner, const std::string& file) {
  std::vector<std::string> cells;
  while (!scanner.row_ended()) {
    cells.emplace_back(scanner.TakeText());
    RefuseBinary(cells.back(), file, scanner.cell_line());
  }
  return cells;
}

}  // namespace mask2cause
