#pragma once

#include <string>
#include <vector>

#include "mask2cause/graph.h"

namespace mask2cause {

// The true graph from a file, (N, N) [target][source], in the order of `names`. When both sides have names and they are
// the same set (or the truth has more), rows and columns are matched by name; else by position, and the sizes must
// agree.
std::vector<double> ReadTruth(const std::string& path, const std::string& key, const std::vector<std::string>& names);

}  // namespace mask2cause
