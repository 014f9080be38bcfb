#include "methods/false_discovery.h"

#include <algorithm>
#include <cmath>

namespace mask2cause {

void AdjustForFalseDiscovery(std::vector<Edge>& edges) {
  std::vector<Edge*> tested;
  for (Edge& edge : edges) {
    edge.q = edge.p;
    if (!std::isnan(edge.p)) tested.push_back(&edge);
  }
  std::stable_sort(tested.begin(), tested.end(), [](const Edge* a, const Edge* b) { return a->p < b->p; });
  const double count = static_cast<double>(tested.size());
  double smallest = 1.0;  // q must not fall as p grows: the smallest of all later ones
  for (size_t rank = tested.size(); rank > 0; --rank) {
    Edge& edge = *tested[rank - 1];
    smallest = std::min(smallest, edge.p * count / static_cast<double>(rank));
    edge.q = smallest;
  }
}

}  // namespace mask2cause
