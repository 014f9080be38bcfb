#include "study/prune_by_graphs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/first_rows.h"

namespace mask2cause {
namespace {

constexpr double kTrainShare = 0.8;

// The paper's steps of Adam and shape of N-BEATS.
PruneOptions PaperTraining(const std::string& forecaster, BenchmarkKind kind) {
  const bool var = kind == BenchmarkKind::kVar, mlp = forecaster == "mlp";
  PruneOptions options;
  options.model = forecaster;
  options.train_share = kTrainShare;
  options.nbeats = var ? "deep" : "short";
  options.epochs = 20;
  if (mlp && var) options.epochs = 30;
  if (!mlp && kind == BenchmarkKind::kLorenz) options.epochs = 10;
  options.threads = 1;
  return options;
}

PruningRow Dream3(const char* network) {
  return {fmt::format("DREAM3 {}", network), {Dream3File(100, network, false)}};
}

PruningRow Lorenz(size_t forcing) {
  PruningRow row{fmt::format("Lorenz F{}", forcing), {}};
  for (const size_t steps : {250, 500}) {
    for (size_t set = 1; set <= 5; ++set) row.data.push_back(LorenzFile(forcing, steps, set));
  }
  return row;
}

PruningRow Var(size_t steps) {
  PruningRow row{fmt::format("VAR T{}", steps), {}};
  for (size_t set = 1; set <= 5; ++set) row.data.push_back(VarFile(steps, set));
  return row;
}

}  // namespace

std::vector<PruningRow> PaperGrid() {
  std::vector<PruningRow> rows;
  for (const char* network : {"Ecoli1", "Ecoli2", "Yeast1", "Yeast2", "Yeast3"}) rows.push_back(Dream3(network));
  for (const size_t forcing : {10, 40}) rows.push_back(Lorenz(forcing));
  for (const size_t steps : {500, 1000}) rows.push_back(Var(steps));
  return rows;
}

void AddPruningRuns(Plan& plan, const PruningRow& row, const std::string& series, const DiscoverOptions& options,
                    size_t seeds, RunFunction function) {
  const size_t first = plan.runs.size();
  AddRuns(plan, row.name, series, row.data, options, seeds);
  for (size_t r = first; r < plan.runs.size(); ++r) plan.runs[r].function = function;
}

Result DiscoverOnTrainingRows(const Dataset& data, const DiscoverOptions& options, const Progress& progress) {
  const size_t rows = static_cast<size_t>(kTrainShare * static_cast<double>(data.rows));
  return Discover(FirstRows(data, rows), options, progress);
}

Graph FoundGraph(const Result& result) {
  Graph graph(result.scores.values.size(), 0.0);
  for (const Edge& edge : result.edges) {
    if (edge.found) graph[edge.target * result.scores.size() + edge.source] = 1.0;
  }
  return graph;
}

Graph SplitGraph(const Result& result) {
  Graph graph;
  for (const double score : result.scores.values) graph.push_back(score > result.split.threshold ? 1.0 : 0.0);
  return graph;
}

Graph DensityMatched(const ScoreMatrix& scores, const Graph& truth) {
  const size_t n = scores.size();
  std::vector<size_t> pairs;
  size_t edges = 0;
  for (size_t cell = 0; cell < n * n; ++cell) {
    if (cell / n == cell % n) continue;
    pairs.push_back(cell);
    edges += truth[cell] != 0.0;
  }
  std::stable_sort(pairs.begin(), pairs.end(), [&](size_t a, size_t b) { return scores.values[a] > scores.values[b]; });
  Graph graph(n * n, 0.0);
  for (size_t i = 0; i < edges; ++i) graph[pairs[i]] = 1.0;
  return graph;
}

Graph Transposed(const Graph& graph) {
  const size_t n = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(graph.size()))));
  Graph other(n * n);
  for (size_t cell = 0; cell < n * n; ++cell) other[cell % n * n + cell / n] = graph[cell];
  return other;
}

Measures PruneByGraphs(const StudyRun& run, const Dataset& data, const std::vector<NamedGraph>& graphs,
                       const Progress& progress) {
  std::vector<Graph> matrices;
  for (const NamedGraph& one : graphs) matrices.push_back(one.graph);
  Measures measures;
  for (const char* forecaster : kForecasters) {
    PruneOptions options = PaperTraining(forecaster, run.data.kind);
    options.seed = run.options.seed;
    const std::vector<PruneReport> reports = PruneByEach(data, matrices, options, progress);
    for (size_t g = 0; g < graphs.size(); ++g) {
      const std::string name = fmt::format("{}_{}", forecaster, graphs[g].name);
      measures["pr_" + name] = reports[g].reduction.parameters_percent;
      measures["mse_r_" + name] = reports[g].reduction.mse_percent;
      measures["failed_" + name] = static_cast<double>(reports[g].failed);
    }
  }
  std::erase_if(measures, [](const auto& entry) { return !std::isfinite(entry.second); });
  return measures;
}

std::vector<ComparedFigure> PruningFigures() {
  std::vector<ComparedFigure> figures;
  for (const char* forecaster : kForecasters) {
    figures.push_back({fmt::format("pr_{}_graph", forecaster), 1});
    figures.push_back({fmt::format("mse_r_{}_graph", forecaster), 2});
    figures.push_back({fmt::format("mse_r_{}_density", forecaster), 2});
  }
  return figures;
}

GridMean MeanOverGrid(const Results& results, const std::vector<PruningRow>& rows, const std::string& series,
                      const std::string& graph) {
  std::vector<double> pr, mse_r;
  for (const PruningRow& row : rows) {
    for (const char* forecaster : kForecasters) {
      const std::string name = fmt::format("{}_{}", forecaster, graph);
      const Statistic parameters = results.Get(row.name, series, "pr_" + name);
      const Statistic errors = results.Get(row.name, series, "mse_r_" + name);
      if (parameters.count == 0 || errors.count == 0) continue;
      pr.push_back(parameters.mean);
      mse_r.push_back(errors.mean);
    }
  }
  return {Summarise(pr).mean, Summarise(mse_r).mean, pr.size()};
}

}  // namespace mask2cause
