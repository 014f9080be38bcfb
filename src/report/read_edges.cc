#include "report/read_edges.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "report/name_index.h"

namespace mask2cause {
namespace {

using nlohmann::json;

constexpr size_t kMostLags = 10000;  // as many as the option --lags takes

EdgeKind ReadKind(const JsonMembers& members) {
  std::string name;
  members.Read("kind", name);
  for (const EdgeKind kind : {EdgeKind::kUnknown, EdgeKind::kMean, EdgeKind::kVariance, EdgeKind::kBoth}) {
    if (name == EdgeKindName(kind)) return kind;
  }
  members.Fail("its \"kind\" is none of mean, variance and both");
}

Edge ReadEdge(const JsonMembers& members, const NameIndex& index) {
  Edge edge;
  edge.source = index.At(members, "source");
  edge.target = index.At(members, "target");
  edge.score = Edge::kUnknown;
  members.Read("score", edge.score);
  members.Read("found", edge.found);
  members.Read("nats", edge.nats);
  members.Read("nats_low", edge.nats_low);
  members.Read("nats_high", edge.nats_high);
  members.Read("p", edge.p);
  members.Read("q", edge.q);
  members.Read("stability", edge.stability);
  members.Read("lag", edge.lag);
  members.Read("sign", edge.sign);
  members.Read("sign_varies", edge.sign_varies);
  edge.kind = ReadKind(members);
  members.Read("kind_confidence", edge.kind_confidence);
  return edge;
}

void CheckEdge(const JsonMembers& members, const Edge& edge, size_t most_lags) {
  if (edge.source == edge.target) members.Fail("it ends where it starts");
  if (edge.lag > most_lags) members.Fail(fmt::format("lag {} is beyond the {} there are", edge.lag, most_lags));
  if (edge.sign < -1 || edge.sign > 1) members.Fail("its \"sign\" is none of -1, 0 and 1");
}

}  // namespace

std::vector<Edge> ReadEdges(const JsonSource& source, const JsonMembers& root, const Result& result) {
  const size_t size = result.scores.size();
  const NameIndex index(result.scores.names);
  const size_t most_lags = result.lag_coefficients.empty() ? kMostLags : result.lag_coefficients.size() / (size * size);
  std::vector<bool> seen(size * size);
  std::vector<Edge> edges;
  for (const json& item : root.List("edges")) {
    const JsonMembers members(source, fmt::format("edge {}", edges.size() + 1), item);
    const Edge edge = ReadEdge(members, index);
    CheckEdge(members, edge, most_lags);
    if (seen[edge.target * size + edge.source]) members.Fail("it is there twice");
    seen[edge.target * size + edge.source] = true;
    edges.push_back(edge);
  }
  return edges;
}

}  // namespace mask2cause
