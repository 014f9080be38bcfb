#include "mask2cause/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "mask2cause/error.h"
#include "methods/method.h"

namespace mask2cause {
namespace {

// The method's own progress, under its name.
Progress Labelled(const Progress& progress, const std::string& stage) {
  if (!progress) return {};
  return [&progress, stage](const ProgressEvent& event) { return progress({stage, event.fraction, event.detail}); };
}

void AddView(const Result& result, size_t method, std::vector<ComparedEdge>& edges) {
  const size_t size = result.scores.size();
  std::vector<ComparedEdge::View> views(size * size);  // [target][source]
  size_t rank = 0;
  for (size_t place = 0; place < result.edges.size(); ++place) {  // strongest first
    const Edge& edge = result.edges[place];
    if (place == 0 || edge.score < result.edges[place - 1].score) rank = place + 1;
    views[edge.target * size + edge.source] = {rank, edge.score, edge.found};
  }
  for (ComparedEdge& edge : edges) {
    edge.views[method] = views[edge.target * size + edge.source];
    edge.agree += edge.views[method].found;
    edge.mean_rank += static_cast<double>(edge.views[method].rank);
  }
}

std::vector<ComparedEdge> CompareEdges(const std::vector<MethodOutcome>& methods) {
  const auto is_ok = [](const MethodOutcome& outcome) { return outcome.ok(); };
  const auto first = std::find_if(methods.begin(), methods.end(), is_ok);
  const double fitted = static_cast<double>(std::count_if(methods.begin(), methods.end(), is_ok));
  std::vector<ComparedEdge> edges;
  for (const Edge& edge : first->result.edges) {
    edges.push_back({edge.source, edge.target, std::vector<ComparedEdge::View>(methods.size())});
  }
  for (size_t m = 0; m < methods.size(); ++m) {
    if (methods[m].ok()) AddView(methods[m].result, m, edges);
  }
  for (ComparedEdge& edge : edges) edge.mean_rank /= fitted;
  std::stable_sort(edges.begin(), edges.end(), [](const ComparedEdge& a, const ComparedEdge& b) {
    return a.agree != b.agree ? a.agree > b.agree : a.mean_rank < b.mean_rank;
  });
  return edges;
}

}  // namespace

std::vector<std::string> UsualMethods() {
  return {"m2c", "var", "var-arch", "lasso-var", "pcmci", "mi"};
}

const Result& MainResult(const Comparison& comparison) {
  const std::vector<MethodOutcome>& methods = comparison.methods;
  const auto network = std::ranges::find_if(
      methods, [](const MethodOutcome& outcome) { return outcome.ok() && outcome.method == "m2c"; });
  return (network != methods.end() ? network : std::ranges::find_if(methods, &MethodOutcome::ok))->result;
}

Comparison Compare(const Dataset& data, const DiscoverOptions& options, const std::vector<std::string>& methods,
                   std::vector<double> truth, const Progress& progress) {
  CheckMethodNames(methods);
  Comparison comparison;
  comparison.names = data.names;
  comparison.truth = std::move(truth);
  std::vector<Error> failures;
  for (const std::string& method : methods) {
    MethodOutcome outcome;
    outcome.method = method;
    DiscoverOptions own = options;
    own.method = method;
    const std::string stage = fmt::format("{} ({} of {})", method, comparison.methods.size() + 1, methods.size());
    try {
      outcome.result = Discover(data, own, Labelled(progress, stage));
      outcome.result.truth = comparison.truth;
      if (!comparison.truth.empty()) outcome.evaluation = Evaluate(outcome.result.scores, comparison.truth);
    } catch (const Error& error) {
      const bool of_the_method = error.kind() == ErrorKind::kData || error.kind() == ErrorKind::kNumerical ||
                                 error.kind() == ErrorKind::kUsage;
      if (!of_the_method) throw;
      outcome.failure = error.what();
      failures.push_back(error);
    }
    comparison.methods.push_back(std::move(outcome));
  }
  if (failures.size() == methods.size()) throw failures.front();
  comparison.edges = CompareEdges(comparison.methods);
  return comparison;
}

}  // namespace mask2cause
