#include <algorithm>
#include <string_view>

#include "report/export_format.h"
#include "report/npy.h"

namespace mask2cause {
namespace {

constexpr std::string_view kLink = "-->";

// tigramite's arrays: [source][target][lag], from lag 0, at which nothing is told here.
struct LagCube {
  size_t size, lags;  // lags 0 .. lags

  size_t cells() const { return size * size * (lags + 1); }
  size_t At(size_t source, size_t target, size_t lag) const { return (source * size + target) * (lags + 1) + lag; }
};

// tigramite has no edge without a lag; where none is known it stands at the first.
size_t LagOf(const Edge& edge) {
  return std::max<size_t>(edge.lag, 1);
}

LagCube CubeOf(const Result& result) {
  const size_t size = result.scores.size();
  size_t lags = size > 0 ? result.lag_coefficients.size() / (size * size) : 0;
  for (const Edge& edge : result.edges) lags = std::max(lags, LagOf(edge));
  return {size, lags};
}

// Effects; of methods that know none, the score at the lag of the edge.
std::vector<double> Values(const Result& result, const LagCube& cube) {
  std::vector<double> values(cube.cells());
  if (result.lag_coefficients.empty()) {
    for (const Edge& edge : result.edges) values[cube.At(edge.source, edge.target, LagOf(edge))] = edge.score;
    return values;
  }
  for (size_t cell = 0; cell < result.lag_coefficients.size(); ++cell) {
    const size_t source = cell % cube.size, target = cell / cube.size % cube.size;
    values[cube.At(source, target, cell / (cube.size * cube.size) + 1)] = result.lag_coefficients[cell];
  }
  return values;
}

std::string Tigramite(const Result& result, const ExportOptions&) {
  const LagCube cube = CubeOf(result);
  const std::vector<size_t> shape = {cube.size, cube.size, cube.lags + 1};
  std::vector<double> p_values(cube.cells(), 1.0);
  std::vector<std::string> graph(cube.cells());
  for (const Edge& edge : result.edges) {
    const size_t cell = cube.At(edge.source, edge.target, LagOf(edge));
    p_values[cell] = edge.p;
    if (edge.found) graph[cell] = kLink;
  }
  return NpzBytes({{"val_matrix", NpyBytes(Values(result, cube), shape)},
                   {"p_matrix", NpyBytes(p_values, shape)},
                   {"graph", NpyBytes(graph, shape, kLink.size())},
                   {"var_names", NpyBytes(result.scores.names, {cube.size})}});
}

}  // namespace

extern const ExportFormat kTigramiteFormat = {
    "tigramite",
    ".npz",
    "val_matrix, p_matrix, graph as tigramite has them: [source][target][lag], from lag 0",
    /*is_binary=*/true,
    /*is_graph=*/false,
    Tigramite};

}  // namespace mask2cause
