#include "data/csv_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/csv_dialect.h"
#include "data/csv_header.h"
#include "data/finish.h"
#include "data/number.h"
#include "data/reshape.h"

namespace mask2cause {

CsvReader::CsvReader(std::string source_name, const ReadOptions& options, const Progress& progress)
    : options_(options), progress_(progress) {
  data_.source = std::move(source_name);
}

void CsvReader::Add(std::unique_ptr<ByteSource> source, const std::string& file, const std::string& trajectory) {
  const OpenedCsv opened = OpenCsv(std::move(source), file);
  CsvScanner scanner(*opened.source, opened.delimiter, file);
  if (!scanner.StartRow()) {
    throw Error(ErrorKind::kData, fmt::format("{}: the file is empty", file), "the file needs one row per time step");
  }
  const size_t line = scanner.line();
  std::vector<std::string> first_row = TakeRow(scanner, file);
  const bool header = IsHeader(first_row);
  if (header) CheckNames(first_row, file, line);
  std::vector<std::string> names = header ? first_row : DefaultNames(first_row.size());
  if (laid_out_) {
    RequireSameColumns(names, header, file);
  } else {
    has_header_ = header;
    LayOutColumns(std::move(names));
  }
  const size_t first_data_row = data_.rows;
  for (TimeTracker& tracker : trackers_) tracker.StartTrajectory();
  if (!header) StoreFirstRow(first_row, line, file);
  ReadRows(scanner, *opened.source, file);
  if (data_.rows == first_data_row) {
    throw Error(ErrorKind::kData, fmt::format("{}: the file has a header and no rows of data", file),
                "the file needs one row per time step");
  }
  data_.trajectories.push_back({first_data_row, data_.rows - first_data_row, trajectory});
  if (scanner.blank_lines() > 0) {
    data_.warnings.push_back(
        fmt::format("{}: {} blank line(s) skipped, the first is line {}; write NA for missing cells", file,
                    scanner.blank_lines(), scanner.first_blank_line()));
  }
}

Dataset CsvReader::Finish() {
  TakeFailedTimesAsVariables(/*at_end=*/true);
  ReportTime();
  for (size_t c = 0; c < columns_.size(); ++c) {
    const bool is_time = columns_[c].tracker != SIZE_MAX && trackers_[columns_[c].tracker].name() == data_.time.name;
    if (columns_[c].variable == SIZE_MAX && !is_time) data_.dropped.push_back(columns_[c].name);
  }
  FinishDataset(data_, false);
  return std::move(data_);
}

void CsvReader::LayOutColumns(std::vector<std::string> names) {
  choice_ = ChooseColumns(options_, names);
  first_is_unnamed_ = has_header_ && names[0].empty();
  if (first_is_unnamed_) names[0] = std::find(names.begin(), names.end(), "index") == names.end() ? "index" : "unnamed";
  for (std::string& name : names) columns_.push_back({.name = std::move(name)});
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (c == choice_.time) {
      AddTracker(c, TimeEvidence::kNamedByUser);
    } else if (!choice_.recognise_time || choice_.listed[c] || choice_.dropped[c]) {
      continue;
    } else if (has_header_ && IsTimeName(columns_[c].name)) {
      AddTracker(c, TimeEvidence::kTimeName);
    } else if (has_header_ && IsCounterName(columns_[c].name)) {
      AddTracker(c, TimeEvidence::kCounterName);
    } else if (c == 0 && choice_.wanted[c]) {
      AddTracker(c, TimeEvidence::kFirstColumn);
    }
  }
  NumberVariables();
  laid_out_ = true;
}

void CsvReader::AddTracker(size_t column, TimeEvidence evidence) {
  columns_[column].tracker = trackers_.size();
  trackers_.emplace_back(columns_[column].name, evidence);
}

void CsvReader::NumberVariables() {
  data_.names.clear();
  for (size_t c = 0; c < columns_.size(); ++c) {
    if (!choice_.wanted[c] || columns_[c].tracker != SIZE_MAX) continue;
    if (c == 0 && first_is_unnamed_) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: column 1 has no name in the header, and is not an index", data_.source),
                  "give it a name, or leave it out with --drop 1");
    }
    columns_[c].variable = data_.names.size();
    data_.names.push_back(columns_[c].name);
  }
}

void CsvReader::RequireSameColumns(const std::vector<std::string>& names, bool header, const std::string& file) const {
  const char* const hint = "every file of a folder needs the same columns in the same order";
  if (names.size() != columns_.size()) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: {} columns, but the files before it have {}", file, names.size(), columns_.size()),
                hint);
  }
  if (header != has_header_) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: the file has {} header, the files before it have {}", file, header ? "a" : "no",
                            has_header_ ? "one" : "none"),
                hint);
  }
  for (size_t c = 0; c < names.size(); ++c) {
    if (names[c] == columns_[c].name || (names[c].empty() && first_is_unnamed_)) continue;
    throw Error(ErrorKind::kData,
                fmt::format("{}: column {} is {}, but {} in the files before it", file, c + 1, Quoted(names[c]),
                            Quoted(columns_[c].name)),
                hint);
  }
}

float* CsvReader::AppendRow() {
  const size_t variables = data_.variables();
  const size_t cells = (data_.rows + 1) * variables;
  if (cells > options_.max_bytes / sizeof(float)) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: the data takes more than the limit of {} bytes", data_.source, options_.max_bytes),
                "use fewer columns (--columns), or raise the limit");
  }
  data_.values.Resize(cells);
  return data_.values.data() + data_.rows++ * variables;
}

void CsvReader::ReadRows(CsvScanner& scanner, const ByteSource& source, const std::string& file) {
  size_t blocks_reported = 0;
  while (scanner.StartRow()) {
    const size_t line = scanner.line();
    float* const row = AppendRow();
    for (size_t c = 0; c < columns_.size(); ++c) {
      const Column& column = columns_[c];
      if (scanner.row_ended()) FailRagged(c, line, file);
      if (column.variable != SIZE_MAX && scanner.TakeFloat(row + column.variable)) continue;
      const std::string_view text = scanner.TakeText();
      StoreText(c, text, scanner.cell_line(), file, row);
    }
    if (!scanner.row_ended()) {
      size_t found = columns_.size();
      for (; !scanner.row_ended(); ++found) scanner.TakeText();
      FailRagged(found, line, file);
    }
    TakeFailedTimesAsVariables(/*at_end=*/false);
    if (scanner.blocks() != blocks_reported) {
      blocks_reported = scanner.blocks();
      ReportReading(progress_, source.FractionRead());
    }
  }
}

void CsvReader::StoreFirstRow(const std::vector<std::string>& cells, size_t line, const std::string& file) {
  float* const row = AppendRow();
  for (size_t c = 0; c < cells.size(); ++c) StoreText(c, cells[c], line, file, row);
  TakeFailedTimesAsVariables(/*at_end=*/false);
}

// The way of every cell that is not a plain number in a variable.
void CsvReader::StoreText(size_t c, std::string_view text, size_t line, const std::string& file, float* row) {
  const Column& column = columns_[c];
  if (column.tracker != SIZE_MAX) return StoreTime(c, text, line, file);
  if (column.variable == SIZE_MAX) return;
  if (IsMissingToken(text)) {
    row[column.variable] = 0.0F;
    data_.missing.Set((data_.rows - 1) * data_.variables() + column.variable);
    return;
  }
  const std::optional<double> number = ParseNumber(text);
  if (!number) FailText(c, text, line, file);
  row[column.variable] =
      std::abs(*number) < 3e38
          ? static_cast<float>(*number)
          : ToFloat(*number, fmt::format("{}: line {}, column {}", file, line, Quoted(column.name)), text);
}

void CsvReader::StoreTime(size_t c, std::string_view text, size_t line, const std::string& file) {
  TimeTracker& tracker = trackers_[columns_[c].tracker];
  if (!tracker.Add(text)) {
    if (choice_.wanted[c] || c == choice_.time) FailText(c, text, line, file);
    columns_[c].tracker = SIZE_MAX;
    return;
  }
  const double value = tracker.values().back();
  if (!tracker.holds_dates() && !std::isnan(value)) {
    ToFloat(value, fmt::format("{}: line {}, column {}", file, line, Quoted(columns_[c].name)), text);
  }
}

// A suspected time column whose cells do not bear it out was a variable all along.
void CsvReader::TakeFailedTimesAsVariables(bool at_end) {
  const auto failed = [&](const Column& column) {
    if (column.tracker == SIZE_MAX) return false;
    const TimeTracker& tracker = trackers_[column.tracker];
    return !tracker.plausible() || (at_end && !tracker.convincing());
  };
  if (trackers_.empty()) return;
  for (size_t c = 0; c < columns_.size(); ++c) {
    Column& column = columns_[c];
    if (!failed(column)) continue;
    if (choice_.wanted[c]) {
      const auto before = [](const Column& other) { return other.variable != SIZE_MAX; };
      const auto end = columns_.begin() + static_cast<std::ptrdiff_t>(c);
      const auto position = static_cast<size_t>(std::count_if(columns_.begin(), end, before));
      InsertVariable(data_, position, column.name, trackers_[column.tracker].values());
    }
    column.tracker = SIZE_MAX;
    NumberVariables();
  }
}

// Of several columns that can be time, dates win, then the one with the better name; the rest are neither time nor
// variable.
void CsvReader::ReportTime() {
  const TimeTracker* best = nullptr;
  const auto rank = [](const TimeTracker& t) {
    return t.evidence() == TimeEvidence::kNamedByUser ? -1
                                                      : (t.holds_dates() ? 0 : 10) + static_cast<int>(t.evidence());
  };
  for (const Column& column : columns_) {
    if (column.tracker == SIZE_MAX) continue;
    const TimeTracker& tracker = trackers_[column.tracker];
    if (best == nullptr || rank(tracker) < rank(*best)) best = &tracker;
  }
  if (best == nullptr) return;
  data_.time = best->Summary(data_.trajectories, &data_.warnings);
  for (const Column& column : columns_) {
    if (column.tracker == SIZE_MAX || column.name == best->name() || options_.columns.size() > 0) continue;
    data_.warnings.push_back(
        fmt::format("column {} only counts or tells the time, so it is not a variable; to use it all "
                    "the same, list it in --columns",
                    Quoted(column.name)));
  }
}

void CsvReader::FailRagged(size_t found, size_t line, const std::string& file) const {
  throw Error(ErrorKind::kData,
              fmt::format("{}: line {}: expected {} columns, found {}", file, line, columns_.size(), found),
              "every row needs the same number of cells; write NA for missing ones");
}

void CsvReader::FailText(size_t c, std::string_view text, size_t line, const std::string& file) const {
  RefuseBinary(std::string(text), file, line);
  std::string hint =
      fmt::format("write NA for missing cells, or leave the column out with --drop {}", columns_[c].name);
  if (ParseIsoDate(text)) hint = fmt::format("if the column holds the time, say --time-column {}", columns_[c].name);
  const size_t comma = text.find(',');
  if (comma != std::string_view::npos) {
    std::string with_point(text);
    with_point[comma] = '.';
    if (ParseNumber(with_point)) hint = "write decimals with a point, not a comma";
  }
  throw Error(
      ErrorKind::kData,
      fmt::format("{}: line {}, column {}: {} is not a number", file, line, Quoted(columns_[c].name), Quoted(text)),
      hint);
}

}  // namespace mask2cause
