#include "methods/final_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr double kMost = 0.5;  // of the networks

template <typename Rule>
void Mark(std::vector<Edge>& edges, const Rule& is_edge) {
  for (Edge& edge : edges) edge.found = is_edge(edge);
}

// Tests find the smallest effects once there are rows enough, and a variable that stands in for a cause has one. Where
// networks vote, most must pick the edge; and where their scores fall into two clear groups, it must be in the upper
// one.
std::string ByFalseDiscovery(double fdr, const ScoreSplit& split, std::vector<Edge>& edges) {
  const bool voted = !edges.empty() && !std::isnan(edges.front().stability);
  const bool grouped = voted && split.two_humped;
  Mark(edges, [&](const Edge& edge) {
    return edge.q <= fdr && !(edge.stability < kMost) && !(grouped && edge.score <= split.threshold);
  });
  return fmt::format(
      "q at most {}{}{}", fdr, voted ? ", picked by at least half of the networks" : "",
      grouped ? fmt::format(", in the upper of two clear groups of scores (above {:.3g})", split.threshold) : "");
}

std::string ByRank(size_t count, std::vector<Edge>& edges) {
  count = std::min(count, edges.size());
  for (size_t i = 0; i < edges.size(); ++i) edges[i].found = i < count && edges[i].score > 0.0;
  return fmt::format("the {} strongest", count);
}

std::string ByRule(const DiscoverOptions& o, const ScoreSplit& split, std::vector<Edge>& edges) {
  if (o.threshold > 0.0) {
    Mark(edges, [&](const Edge& edge) { return edge.score > o.threshold; });
    return fmt::format("scores above {}", o.threshold);
  }
  if (o.top_k > 0) return ByRank(o.top_k, edges);
  if (o.density > 0.0) {
    return ByRank(static_cast<size_t>(std::lround(o.density * static_cast<double>(edges.size()))), edges);
  }
  if (AreTested(edges)) return ByFalseDiscovery(o.fdr, split, edges);
  Mark(edges, [&](const Edge& edge) { return edge.score > split.threshold; });
  return fmt::format("scores above the unsupervised threshold {:.3g}", split.threshold);
}

}  // namespace

void CheckGraphRule(const DiscoverOptions& o) {
  const int rules = (o.threshold > 0.0) + (o.top_k > 0) + (o.density > 0.0);
  if (rules < 2) return;
  throw Error(ErrorKind::kUsage, "--threshold, --top-k and --density are rules of their own", "give one of them");
}

bool AreTested(const std::vector<Edge>& edges) {
  return std::any_of(edges.begin(), edges.end(), [](const Edge& edge) { return !std::isnan(edge.p); });
}

std::string ChooseGraph(const DiscoverOptions& options, const ScoreSplit& split, const std::vector<double>& knowledge,
                        const std::vector<size_t>& variables, std::vector<Edge>& edges) {
  const std::string rule = ByRule(options, split, edges);
  if (knowledge.empty()) return rule;
  const size_t n = variables.size();
  const auto place = [&](size_t variable) {
    return static_cast<size_t>(std::lower_bound(variables.begin(), variables.end(), variable) - variables.begin());
  };
  for (Edge& edge : edges) {
    const double known = knowledge[place(edge.target) * n + place(edge.source)];
    if (known == 0.0) edge.found = false;
    if (known == 1.0) edge.found = true;
  }
  return rule + "; required and forbidden edges as given";
}

}  // namespace mask2cause
