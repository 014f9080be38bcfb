#include "methods/knowledge_start.h"

#include <cmath>

namespace mask2cause {
namespace {

constexpr double kCertain = 1e4;

}  // namespace

void ApplyKnowledge(const std::vector<double>& knowledge, size_t graphs, std::vector<double>& theta_start) {
  for (size_t graph = 0; graph < graphs; ++graph) {
    for (size_t c = 0; c < knowledge.size(); ++c) {
      double& theta = theta_start[graph * knowledge.size() + c];
      const double p = knowledge[c];
      if (std::isnan(p)) continue;
      if (p == 0.0) {
        theta = -kCertain;
      } else if (p == 1.0) {
        if (graph == 0) theta = kCertain;
      } else {
        theta += std::log(p / (1.0 - p));
      }
    }
  }
}

}  // namespace mask2cause
