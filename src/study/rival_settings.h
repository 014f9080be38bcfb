// With which settings each rival runs on a benchmark: its authors' where they give any that work, or else ours.
#pragma once

#include <string>

#include "mask2cause/discover.h"
#include "study/data_source.h"

namespace mask2cause {

// What is left open is as the method comes.
DiscoverOptions BenchmarkSettings(const std::string& method, BenchmarkKind kind);

}  // namespace mask2cause
