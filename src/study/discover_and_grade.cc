#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/graph.h"
#include "methods/method.h"
#include "study/run.h"

namespace mask2cause {
namespace {

// The first `size` rows and columns.
std::vector<double> TopLeft(const std::vector<double>& values, size_t full, size_t size) {
  std::vector<double> block;
  for (size_t i = 0; i < size; ++i) {
    block.insert(block.end(), values.begin() + static_cast<ptrdiff_t>(i * full),
                 values.begin() + static_cast<ptrdiff_t>(i * full + size));
  }
  return block;
}

ScoreMatrix Graded(const std::vector<std::string>& names, const std::vector<double>& scores, size_t size) {
  return {{names.begin(), names.begin() + static_cast<ptrdiff_t>(size)}, TopLeft(scores, names.size(), size)};
}

void AddDecision(Measures& m, const std::string& suffix, const Decision& decision) {
  m["shd_" + suffix] = static_cast<double>(decision.shd);
  m["f1_" + suffix] = decision.f1;
  m["precision_" + suffix] = decision.precision;
  m["recall_" + suffix] = decision.recall;
}

void AddEvaluation(Measures& m, const Evaluation& evaluation) {
  m["auroc"] = evaluation.off_diagonal.auroc;
  m["auprc"] = evaluation.off_diagonal.auprc;
  m["auroc_diagonal"] = evaluation.full.auroc;
  m["auprc_diagonal"] = evaluation.full.auprc;
  AddDecision(m, "density", evaluation.off_diagonal.at_true_density);
  AddDecision(m, "density_diagonal", evaluation.full.at_true_density);
  AddDecision(m, "split", evaluation.off_diagonal.at_split);
  m["threshold"] = evaluation.split.threshold;
  m["low_centre"] = evaluation.split.low_centre;
  m["high_centre"] = evaluation.split.high_centre;
  m["two_humped"] = evaluation.split.two_humped ? 1.0 : 0.0;
}

void AddMeanScores(Measures& m, const ScoreMatrix& scores, const std::vector<double>& truth) {
  double sum[2] = {0.0, 0.0}, count[2] = {0.0, 0.0};
  for (size_t i = 0; i < scores.size(); ++i) {
    for (size_t j = 0; j < scores.size(); ++j) {
      if (i == j) continue;
      const size_t edge = truth[i * scores.size() + j] != 0.0;
      sum[edge] += scores.at(i, j);
      count[edge] += 1.0;
    }
  }
  m["mean_score_edges"] = sum[1] / count[1];
  m["mean_score_others"] = sum[0] / count[0];
}

// How well the two graphs of the dual objective tell causes of the mean from causes of the variance.
void AddKinds(Measures& m, const Result& result, const StudyData& data) {
  const size_t size = data.data.variables();
  m["auroc_mean_graph"] = Evaluate({data.data.names, result.mean_scores}, data.mean_truth).off_diagonal.auroc;
  m["auroc_variance_graph"] =
      Evaluate({data.data.names, result.variance_scores}, data.variance_truth).off_diagonal.auroc;
  double right = 0.0, edges = 0.0;
  for (size_t cell = 0; cell < size * size; ++cell) {
    const bool mean = data.mean_truth[cell] != 0.0, variance = data.variance_truth[cell] != 0.0;
    if (cell / size == cell % size || mean == variance) continue;
    edges += 1.0;
    if ((result.variance_scores[cell] > result.mean_scores[cell]) == variance) right += 1.0;
  }
  m["kind_accuracy"] = right / edges;
}

// The graph that a user gets, against the truth; and of the edges in it whose kind is known, how many it names rightly.
void AddGraph(Measures& m, const Result& result, const StudyData& data, size_t graded) {
  double right = 0.0, wrong = 0.0, missed = 0.0, kinds = 0.0, kinds_right = 0.0;
  for (const Edge& edge : result.edges) {
    if (edge.source >= graded || edge.target >= graded) continue;
    const size_t cell = edge.target * graded + edge.source;
    const bool is_edge = data.truth[cell] != 0.0;
    right += edge.found && is_edge;
    wrong += edge.found && !is_edge;
    missed += !edge.found && is_edge;
    if (!edge.found || edge.kind == EdgeKind::kUnknown || data.mean_truth.empty()) continue;
    const bool mean = data.mean_truth[cell] != 0.0, variance = data.variance_truth[cell] != 0.0;
    if (!mean && !variance) continue;
    const EdgeKind truth = mean && variance ? EdgeKind::kBoth : mean ? EdgeKind::kMean : EdgeKind::kVariance;
    kinds += 1.0;
    kinds_right += edge.kind == truth;
  }
  m["graph_edges"] = right + wrong;
  m["graph_fdp"] = wrong / std::max(1.0, right + wrong);
  m["graph_recall"] = right / (right + missed);
  m["graph_f1"] = 2.0 * right / (2.0 * right + wrong + missed);
  m["graph_kind_accuracy"] = kinds_right / kinds;
}

void DropUndefined(Measures& measures) {
  std::erase_if(measures, [](const auto& entry) { return !std::isfinite(entry.second); });
}

// Channels that are not graded stay inputs, but what drives them is not asked where that saves time. It changes no more
// than when training stops, which networks of all targets decide together.
DiscoverOptions GradedTargets(DiscoverOptions options, const std::vector<std::string>& names, size_t graded) {
  if (!FindMethod(options.method).alone) return options;
  for (size_t target = graded; target < names.size(); ++target) {
    options.forbid += fmt::format("* -> \"{}\";", names[target]);
  }
  return options;
}

// As if all channels had been asked for.
double ParametersOfAll(const Result& result, size_t graded) {
  const double all = static_cast<double>(result.scores.size()), asked = static_cast<double>(graded);
  return static_cast<double>(result.parameters) * (FindMethod(result.options.method).alone ? all / asked : 1.0);
}

}  // namespace

RunOutcome DiscoverAndGrade(const StudyRun& run, const RunContext& context) {
  const StudyData loaded = LoadData(run.data, context.data_directory);
  const size_t size = run.data.graded > 0 ? run.data.graded : loaded.data.variables();
  const Result result = Discover(loaded.data, GradedTargets(run.options, loaded.data.names, size), context.progress);
  const ScoreMatrix scores = Graded(loaded.data.names, result.scores.values, size);
  RunOutcome outcome;
  outcome.seconds = result.seconds;
  AddEvaluation(outcome.measures, Evaluate(scores, loaded.truth));
  AddMeanScores(outcome.measures, scores, loaded.truth);
  AddGraph(outcome.measures, result, loaded, size);
  if (!result.mean_scores.empty() && !loaded.mean_truth.empty()) AddKinds(outcome.measures, result, loaded);
  if (result.parameters > 0) outcome.measures["parameters"] = ParametersOfAll(result, size);
  outcome.measures["steps"] = static_cast<double>(result.steps);
  DropUndefined(outcome.measures);
  if (run.keep_scores) {
    outcome.scores = scores.values;
    outcome.truth = loaded.truth;
  }
  return outcome;
}

}  // namespace mask2cause
