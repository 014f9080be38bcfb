// Which columns of a file are wanted, from names or numbers that a person typed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

// The index of the column that `text` names, or numbers from 1. Throws Error{kUsage} that lists close names.
size_t FindColumn(const std::string& text, const std::vector<std::string>& names, const std::string& option);

struct ColumnChoice {
  std::vector<bool> wanted;   // may be a variable
  std::vector<bool> listed;   // by --columns, so it is a variable whatever it looks like
  std::vector<bool> dropped;  // by --drop
  size_t time = SIZE_MAX;     // from --time-column
  bool recognise_time = true;
};
ColumnChoice ChooseColumns(const ReadOptions& options, const std::vector<std::string>& names);

}  // namespace mask2cause
