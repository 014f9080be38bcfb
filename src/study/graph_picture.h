// True and found graph side by side, of the first run that kept its scores.
#pragma once

#include <string>
#include <vector>

#include "study/experiment.h"

namespace mask2cause {

// Asks the first run of this row and series to keep its scores.
void KeepScoresOfFirst(Plan& plan, const std::string& row, const std::string& series);

// Adds the picture `file`, unless no run of the row and series kept its scores.
void AddGraphPicture(const Results& results, const std::string& row, const std::string& series, const std::string& file,
                     std::vector<FileContent>& files);

}  // namespace mask2cause
