// Forecasters pruned by graphs as the paper does it: what the pruning studies share.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "mask2cause/prune.h"
#include "study/experiment.h"

namespace mask2cause {

inline constexpr std::array<const char*, 4> kForecasters = {"linear", "mlp", "nbeats", "arimax"};

// A line of the paper's grid. The kind of its data says which training settings are the paper's.
struct PruningRow {
  std::string name;
  std::vector<DataSource> data;
};
// DREAM3 (5 networks), Lorenz F10 and F40 (each T250 and T500 together), VAR T500 and T1000.
std::vector<PruningRow> PaperGrid();

// A row's runs with this function.
void AddPruningRuns(Plan& plan, const PruningRow& row, const std::string& series, const DiscoverOptions& options,
                    size_t seeds, RunFunction function);

// By the method of `options`, on the rows that the forecasters train on.
Result DiscoverOnTrainingRows(const Dataset& data, const DiscoverOptions& options, const Progress& progress);

// Graphs are (N, N) [target][source].
using Graph = std::vector<double>;
Graph FoundGraph(const Result& result);
// Scores above the unsupervised threshold.
Graph SplitGraph(const Result& result);
// As many of the strongest pairs as the truth has, self edges aside. The one graph here that is told something of the
// truth.
Graph DensityMatched(const ScoreMatrix& scores, const Graph& truth);
// What the authors' program does where it reads a variable's children.
Graph Transposed(const Graph& graph);

struct NamedGraph {
  std::string name;
  Graph graph;
};
// Each forecaster by each graph. Measures: pr_, mse_r_ and failed_, then FORECASTER_GRAPH; those that are no number are
// left out.
Measures PruneByGraphs(const StudyRun& run, const Dataset& data, const std::vector<NamedGraph>& graphs,
                       const Progress& progress);

// What other methods can be compared by in such a study: every forecaster's reductions by a method's own graph, and by
// the density matched one.
std::vector<ComparedFigure> PruningFigures();

// Mean over those rows and forecasters of which there are runs.
struct GridMean {
  double pr = 0.0, mse_r = 0.0;
  size_t cells = 0;
};
GridMean MeanOverGrid(const Results& results, const std::vector<PruningRow>& rows, const std::string& series,
                      const std::string& graph);

}  // namespace mask2cause
