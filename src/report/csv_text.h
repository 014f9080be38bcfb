#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mask2cause/dataset.h"
#include "mask2cause/discover.h"

namespace mask2cause {

// Quoted only when it has to be: a delimiter, a quote or a line break inside, or a space at an end.
std::string CsvField(std::string_view text);

std::string EdgesCsv(const Result& result);  // a line for each edge; what is unknown is empty

// Square, with a row of source names above and a column of target names on the left.
std::string MatrixCsv(const std::vector<std::string>& names, const std::vector<double>& values);

std::string DatasetCsv(const Dataset& data);  // a header, then a line per row; a missing cell is empty

}  // namespace mask2cause
