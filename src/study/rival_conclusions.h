// What the tables of `study rivals` say. Read off the finished cells, so that a table joined from several parts
// concludes the same as one that was made in one go.
#pragma once

#include <string>
#include <vector>

#include "study/table.h"

namespace mask2cause {

// Of each benchmark the methods that rank best, and of each method where it stays below the paper's figure.
std::vector<std::string> RivalConclusions(const std::vector<TextTable>& tables);

}  // namespace mask2cause
