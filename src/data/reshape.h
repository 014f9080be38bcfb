// Changes of layout that hold the data only once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

// A new variable at `position`; NaN becomes missing.
void InsertVariable(Dataset& data, size_t position, const std::string& name, const std::vector<double>& values);

// Only the variables with keep[v]; the names of the others go to `dropped`.
void KeepVariables(Dataset& data, const std::vector<bool>& keep);

// (rows, columns) row-major becomes (columns, rows), mask included.
void TransposeInPlace(FloatBuffer& values, MissingMask& missing, size_t rows, size_t columns);

}  // namespace mask2cause
