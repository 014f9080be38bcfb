#pragma once

#include <string>
#include <vector>

namespace mask2cause {

// A graph over `names`, (N, N) [target][source], 0 or 1: the found edges of a result.json, or a matrix as .csv, .npy,
// .npz (`key` names the array) whose non-zero entries are edges. It may hold more variables. A matrix without names is
// taken as it stands. Throws Error{kData} when a variable is not in it.
std::vector<double> ReadGraph(const std::string& path, const std::string& key, const std::vector<std::string>& names);

}  // namespace mask2cause
