// What every reader does with a data set before handing it out.
#pragma once

#include <string>
#include <string_view>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"

namespace mask2cause {

// Names x1..xN for files that have none.
std::vector<std::string> DefaultNames(size_t count);

// Fails on no rows, no variables and columns without any value; warns of more variables than rows; frees spare memory.
void FinishDataset(Dataset& data, bool transposed);

// The value as float; Error{kData} that begins with `place` for infinities and beyond the range of float32.
// `text` is the cell as written.
float ToFloat(double value, const std::string& place, std::string_view text);

// Reports "reading" and throws Error{kInterrupted} when the caller has had enough.
void ReportReading(const Progress& progress, double fraction);

}  // namespace mask2cause
