// Tables for people (aligned) and for scripts (tab-separated).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mask2cause {

class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kRight;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void AddRow(std::vector<std::string> cells);
  size_t rows() const { return rows_.size(); }

  std::string ForPeople() const;   // two spaces between columns, titles above
  std::string ForScripts() const;  // tab-separated, titles above

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

std::string ShortNumber(double value);  // four significant digits for people; "-" when undefined
std::string ExactNumber(double value);  // reads back to the same bits; "nan" when undefined

}  // namespace mask2cause
