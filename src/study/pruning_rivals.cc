// Forecasters pruned by our graph against the same pruned by the graph of CUTS+.
#include <fmt/format.h>

#include <cmath>

#include "study/paper_settings.h"
#include "study/prune_by_graphs.h"
#include "study/rival_settings.h"

namespace mask2cause {
namespace {

constexpr const char* kSeries = "default";
constexpr const char* kRival = "cuts+";

// The paper's improvement of the error, in percent, of the four forecasters.
const std::map<std::string, std::array<double, 4>> kPaper = {
    {"DREAM3 Ecoli1", {2.14, 6.31, 8.19, 2.25}},  {"DREAM3 Ecoli2", {4.08, 9.70, 10.79, 4.16}},
    {"DREAM3 Yeast1", {0.82, 6.31, 6.36, 0.67}},  {"DREAM3 Yeast2", {2.61, 8.02, 7.82, 2.57}},
    {"DREAM3 Yeast3", {2.93, 7.93, 10.34, 2.74}}, {"Lorenz F10", {9.49, 20.66, 31.24, 11.40}},
    {"Lorenz F40", {-1.33, 11.70, 20.59, -1.92}}, {"VAR T500", {-0.20, -0.52, -0.62, -0.38}},
};

std::vector<PruningRow> Rows() {
  std::vector<PruningRow> rows = PaperGrid();
  std::erase_if(rows, [](const PruningRow& row) { return !kPaper.contains(row.name); });
  return rows;
}

// By how much our pruned error is below theirs, from what both are below the error with all inputs.
void AddImprovement(const std::string& forecaster, const std::string& graph, Measures& measures) {
  const auto ours = measures.find(fmt::format("mse_r_{}_{}", forecaster, graph));
  const auto theirs = measures.find(fmt::format("mse_r_{}_rival_{}", forecaster, graph));
  if (ours == measures.end() || theirs == measures.end()) return;  // a fit failed
  measures[fmt::format("improvement_{}_{}", forecaster, graph)] =
      100.0 * (1.0 - (100.0 - ours->second) / (100.0 - theirs->second));
}

RunOutcome PruneByBoth(const StudyRun& run, const RunContext& context) {
  const StudyData loaded = LoadData(run.data, context.data_directory);
  DiscoverOptions rival_options = BenchmarkSettings(kRival, run.data.kind);
  rival_options.seed = run.options.seed;
  rival_options.threads = run.options.threads;
  const Result ours = DiscoverOnTrainingRows(loaded.data, run.options, context.progress);
  const Result rival = DiscoverOnTrainingRows(loaded.data, rival_options, context.progress);
  RunOutcome outcome;
  outcome.seconds = ours.seconds + rival.seconds;
  outcome.measures = PruneByGraphs(run, loaded.data,
                                   {{"graph", FoundGraph(ours)},
                                    {"density", DensityMatched(ours.scores, loaded.truth)},
                                    {"rival_graph", FoundGraph(rival)},
                                    {"rival_density", DensityMatched(rival.scores, loaded.truth)}},
                                   context.progress);
  for (const char* forecaster : kForecasters) {
    for (const char* graph : {"graph", "density"}) AddImprovement(forecaster, graph, outcome.measures);
  }
  return outcome;
}

TablePlan EmptyTable(const char* title) {
  TablePlan table{title, "data", {}, {}};
  for (const PruningRow& row : Rows()) table.rows.push_back(row.name);
  return table;
}

TablePlan PaperTable() {
  TablePlan table = EmptyTable("Error by our graph below that by the graph of CUTS+ (%), both density matched");
  for (size_t f = 0; f < kForecasters.size(); ++f) {
    TableColumn paper = PaperColumn(fmt::format("{}: paper", kForecasters[f]), {});
    for (const auto& [row, figures] : kPaper) paper.texts[row] = fmt::format("{:+.2f}", figures[f]);
    table.columns.push_back(paper);
    table.columns.push_back({kForecasters[f], kSeries, fmt::format("improvement_{}_density", kForecasters[f]), 2, {}});
  }
  return table;
}

TablePlan OwnGraphTable() {
  TablePlan table =
      EmptyTable("The same by the graph that each method gives by itself, and both reductions of parameters");
  for (const char* forecaster : kForecasters) {
    table.columns.push_back(
        {fmt::format("{}: improvement", forecaster), kSeries, fmt::format("improvement_{}_graph", forecaster), 2, {}});
    table.columns.push_back(
        {fmt::format("{}: PR", forecaster), kSeries, fmt::format("pr_{}_graph", forecaster), 1, {}});
    table.columns.push_back(
        {fmt::format("{}: PR by CUTS+", forecaster), kSeries, fmt::format("pr_{}_rival_graph", forecaster), 1, {}});
  }
  return table;
}

TablePlan ReductionTable() {
  TablePlan table = EmptyTable("MSE-R % of both against all inputs");
  for (const char* forecaster : kForecasters) {
    const auto add = [&](const char* title, const char* graph) {
      table.columns.push_back(
          {fmt::format("{}: {}", forecaster, title), kSeries, fmt::format("mse_r_{}_{}", forecaster, graph), 2, {}});
    };
    add("ours, density matched", "density");
    add("CUTS+, density matched", "rival_density");
    add("ours, default graph", "graph");
    add("CUTS+, own graph", "rival_graph");
  }
  return table;
}

struct Tally {
  size_t better = 0, cells = 0;
  double sum = 0.0;

  void Add(double improvement) {
    better += improvement > 0.0;
    ++cells;
    sum += improvement;
  }
  std::string Text() const {
    return fmt::format("better in {} of {} cells, by {:+.2f} % on average", better, cells,
                       sum / static_cast<double>(cells));
  }
};

std::vector<std::string> Findings(const Results& results) {
  std::vector<std::string> findings;
  for (const auto& [graph, title] :
       {std::pair{"density", "Density matched"}, std::pair{"graph", "By their own graphs"}}) {
    Tally ours, paper;
    for (const auto& [row, figures] : kPaper) {
      for (size_t f = 0; f < kForecasters.size(); ++f) {
        const double improvement = results.Mean(row, kSeries, fmt::format("improvement_{}_{}", kForecasters[f], graph));
        if (std::isnan(improvement)) continue;
        ours.Add(improvement);
        paper.Add(figures[f]);
      }
    }
    if (ours.cells == 0) continue;
    findings.push_back(
        fmt::format("{}, our graph is {}; the paper says of its own: {}.", title, ours.Text(), paper.Text()));
  }
  return findings;
}

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  for (const PruningRow& row : Rows()) {
    AddPruningRuns(plan, row, kSeries, ToolDefault(), Seeds(options, 1), PruneByBoth);
  }
  plan.tables = {PaperTable(), OwnGraphTable(), ReductionTable()};
  plan.findings = Findings;
  return plan;
}

}  // namespace

extern const Experiment kPruningRivals;
const Experiment kPruningRivals = {"pruning-rivals", "forecasters pruned by our graph against that of CUTS+",
                                   "table \"relative improvement over CUTS+\"", MakePlan};

}  // namespace mask2cause
