#pragma once

#include <cstddef>

#include "mask2cause/dataset.h"

namespace mask2cause {

// The first `rows` rows by themselves, for fits that must not see the others. A trajectory that goes on ends there.
Dataset FirstRows(const Dataset& data, size_t rows);

}  // namespace mask2cause
