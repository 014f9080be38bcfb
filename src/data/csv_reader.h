// Text tables to a data set: rows are parsed straight into the float buffer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/byte_source.h"
#include "data/column_choice.h"
#include "data/csv_scanner.h"
#include "data/time_column.h"
#include "mask2cause/dataset.h"

namespace mask2cause {

// One table from one or several files with the same columns; each file is a trajectory.
class CsvReader {
 public:
  CsvReader(std::string source_name, const ReadOptions& options, const Progress& progress);

  // `file` is for messages, `trajectory` becomes the trajectory's name.
  void Add(std::unique_ptr<ByteSource> source, const std::string& file, const std::string& trajectory);
  Dataset Finish();

 private:
  struct Column {
    std::string name;
    size_t variable = SIZE_MAX;  // its place in a row of the data set
    size_t tracker = SIZE_MAX;   // its place among the suspected time columns
  };

  void LayOutColumns(std::vector<std::string> names);
  void AddTracker(size_t column, TimeEvidence evidence);
  void RequireSameColumns(const std::vector<std::string>& names, bool header, const std::string& file) const;
  void ReadRows(CsvScanner& scanner, const ByteSource& source, const std::string& file);
  float* AppendRow();
  void StoreText(size_t column, std::string_view text, size_t line, const std::string& file, float* row);
  void StoreTime(size_t column, std::string_view text, size_t line, const std::string& file);
  void StoreFirstRow(const std::vector<std::string>& cells, size_t line, const std::string& file);
  void TakeFailedTimesAsVariables(bool at_end);
  void NumberVariables();
  void ReportTime();
  [[noreturn]] void FailRagged(size_t found, size_t line, const std::string& file) const;
  [[noreturn]] void FailText(size_t column, std::string_view text, size_t line, const std::string& file) const;

  const ReadOptions& options_;
  const Progress& progress_;
  Dataset data_;
  std::vector<Column> columns_;
  ColumnChoice choice_;
  std::vector<TimeTracker> trackers_;
  bool has_header_ = false;
  bool laid_out_ = false;
  bool first_is_unnamed_ = false;
};

// A table that lies on its side, (variable, time): the first column may hold names, the first row times.
Dataset ReadTransposedCsv(std::unique_ptr<ByteSource> source, const std::string& file, const ReadOptions& options,
                          const Progress& progress);

// The beginning of a text file, looked at once: refuses what is not text, finds the delimiter.
struct OpenedCsv {
  std::unique_ptr<PeekedSource> source;
  char delimiter = ',';
};
OpenedCsv OpenCsv(std::unique_ptr<ByteSource> source, const std::string& file);

// All cells of the row that the scanner has started.
std::vector<std::string> TakeRow(CsvScanner& scanner, const std::string& file);

}  // namespace mask2cause
