#include "methods/locked_graph.h"

#include <fmt/format.h>

#include <algorithm>

#include "mask2cause/error.h"

namespace mask2cause {

std::vector<double> ReadLockedGraph(const MethodInput& input) {
  const std::string& path = input.options.lock_graph;
  if (path.empty()) return {};
  const NamedMatrix given = ReadMatrix(path);
  const size_t n = input.variables.size();
  std::vector<size_t> position(n);
  for (size_t i = 0; i < n; ++i) {
    const std::string& name = input.data.names[input.variables[i]];
    const auto found = std::find(given.names.begin(), given.names.end(), name);
    if (!given.names.empty() && found == given.names.end()) {
      throw Error(ErrorKind::kData, fmt::format("--lock-graph {}: there is no variable '{}'", path, name),
                  "the graph must name every column of the data");
    }
    position[i] = given.names.empty() ? input.variables[i] : static_cast<size_t>(found - given.names.begin());
  }
  if (given.names.empty() && given.size != input.data.variables()) {
    throw Error(ErrorKind::kData,
                fmt::format("--lock-graph {}: {} x {}, but the data have {} variables", path, given.size, given.size,
                            input.data.variables()),
                "give a matrix with one row and one column for each variable");
  }
  std::vector<double> locked(n * n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      const double value = given.values[position[i] * given.size + position[j]];
      if (!(value >= 0.0 && value <= 1.0)) {
        throw Error(ErrorKind::kData, fmt::format("--lock-graph {}: {} is not between 0 and 1", path, value),
                    "entries are 1 for an edge, 0 for none");
      }
      locked[i * n + j] = value;
    }
  }
  return locked;
}

}  // namespace mask2cause
