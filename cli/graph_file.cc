#include "graph_file.h"

#include <fmt/core.h>

#include <algorithm>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"
#include "mask2cause/report.h"

namespace mask2cause {
namespace {

NamedMatrix FoundEdges(const std::string& path) {
  const Result result = ReadResult(path);
  const size_t n = result.scores.size();
  NamedMatrix graph{result.scores.names, n, std::vector<double>(n * n, 0.0)};
  for (const Edge& edge : result.edges) {
    if (edge.found) graph.values[edge.target * n + edge.source] = 1.0;
  }
  return graph;
}

size_t PositionOf(const std::string& name, const NamedMatrix& graph, const std::string& path) {
  const auto found = std::find(graph.names.begin(), graph.names.end(), name);
  if (found != graph.names.end()) return static_cast<size_t>(found - graph.names.begin());
  throw Error(
      ErrorKind::kData, fmt::format("the graph '{}' has no variable '{}', which the data have", path, name),
      "give the graph of these data, or name its rows and columns as the data does; --columns chooses among the "
      "data's");
}

}  // namespace

std::vector<double> ReadGraph(const std::string& path, const std::string& key, const std::vector<std::string>& names) {
  const bool is_result = path.ends_with(".json");
  NamedMatrix graph = is_result ? FoundEdges(path) : ReadMatrix(path, key);
  if (graph.names.empty() && graph.size != names.size()) {
    throw Error(ErrorKind::kData,
                fmt::format("the graph '{}' is {} x {}, but there are {} variables", path, graph.size, graph.size,
                            names.size()),
                "give the graph of the same variables, or name its rows and columns as the data does");
  }
  if (graph.names.empty()) graph.names = names;
  std::vector<size_t> positions;
  for (const std::string& name : names) positions.push_back(PositionOf(name, graph, path));
  std::vector<double> matched;
  for (const size_t target : positions) {
    for (const size_t source : positions) {
      matched.push_back(graph.values[target * graph.size + source] != 0.0 ? 1.0 : 0.0);
    }
  }
  return matched;
}

}  // namespace mask2cause
