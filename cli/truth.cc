#include "truth.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// Where each of `names` stands in the truth; nothing if one of them is not there.
std::optional<std::vector<size_t>> MatchByName(const NamedMatrix& truth, const std::vector<std::string>& names) {
  std::vector<size_t> positions;
  for (const std::string& name : names) {
    const auto found = std::find(truth.names.begin(), truth.names.end(), name);
    if (found == truth.names.end()) return std::nullopt;
    positions.push_back(static_cast<size_t>(found - truth.names.begin()));
  }
  return positions;
}

}  // namespace

std::vector<double> ReadTruth(const std::string& path, const std::string& key, const std::vector<std::string>& names) {
  NamedMatrix truth = ReadMatrix(path, key);
  const auto positions = MatchByName(truth, names);
  if (!positions) {
    if (truth.size == names.size()) return std::move(truth.values);
    throw Error(ErrorKind::kData,
                fmt::format("the truth '{}' is {} x {}, but there are {} variables", path, truth.size, truth.size,
                            names.size()),
                "give the truth of the same variables, or name its rows and columns as the data does");
  }
  std::vector<double> matched;
  for (const size_t target : *positions) {
    for (const size_t source : *positions) matched.push_back(truth.values[target * truth.size + source]);
  }
  return matched;
}

}  // namespace mask2cause
