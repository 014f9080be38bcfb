#include <cstdint>

#include "report/export_format.h"
#include "report/npy.h"

namespace mask2cause {
namespace {

// (N, N) [target][source] of what `value` says of each edge; `unknown` on the diagonal and where there is no edge.
template <typename T, typename Value>
std::vector<T> PairMatrix(const Result& result, const T& unknown, const Value& value) {
  const size_t size = result.scores.size();
  std::vector<T> matrix(size * size, unknown);
  for (const Edge& edge : result.edges) matrix[edge.target * size + edge.source] = static_cast<T>(value(edge));
  return matrix;
}

std::string Npz(const Result& result, const ExportOptions&) {
  const size_t size = result.scores.size();
  const std::vector<size_t> square = {size, size};
  const size_t lags = size > 0 ? result.lag_coefficients.size() / (size * size) : 0;
  const auto numbers = [&](double Edge::*field) {
    return NpyBytes(PairMatrix<double>(result, Edge::kUnknown, [=](const Edge& edge) { return edge.*field; }), square);
  };
  const auto found = PairMatrix<double>(result, 0, [](const Edge& edge) { return edge.found; });
  const auto lag = PairMatrix<int64_t>(result, 0, [](const Edge& edge) { return edge.lag; });
  const auto sign = PairMatrix<int64_t>(result, 0, [](const Edge& edge) { return edge.sign; });
  const auto kind = PairMatrix<std::string>(result, "", [](const Edge& edge) { return EdgeKindName(edge.kind); });
  return NpzBytes({{"names", NpyBytes(result.scores.names, {size})},
                   {"scores", NpyBytes(result.scores.values, square)},
                   {"found", NpyFlagBytes(found, square)},
                   {"p", numbers(&Edge::p)},
                   {"q", numbers(&Edge::q)},
                   {"nats", numbers(&Edge::nats)},
                   {"nats_low", numbers(&Edge::nats_low)},
                   {"nats_high", numbers(&Edge::nats_high)},
                   {"stability", numbers(&Edge::stability)},
                   {"lag", NpyBytes(lag, square)},
                   {"sign", NpyBytes(sign, square)},
                   {"kind", NpyBytes(kind, square)},
                   {"kind_confidence", numbers(&Edge::kind_confidence)},
                   {"lag_coefficients", NpyBytes(result.lag_coefficients, {lags, size, size})}});
}

}  // namespace

extern const ExportFormat kNpzFormat = {
    "npz",
    ".npz",
    "NumPy: scores, found, p, q, nats, ... [target][source], lag_coefficients, names",
    /*is_binary=*/true,
    /*is_graph=*/false,
    Npz};

}  // namespace mask2cause
