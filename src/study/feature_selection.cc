// Our graph as a selector of a forecaster's inputs, beside mutual information and linear Granger tests.
#include <fmt/format.h>

#include <cmath>

#include "study/lorenz_var.h"
#include "study/paper_settings.h"
#include "study/prune_by_graphs.h"

namespace mask2cause {
namespace {

// Series are methods of `discover`.
struct Selector {
  const char *method, *title;
};
constexpr Selector kSelectors[] = {{"m2c", "ours"}, {"mi", "mutual information"}, {"var", "linear Granger"}};

// The paper's PR and MSE-R of a forecaster by each selector.
struct PaperFigures {
  const char *pr[3], *mse_r[3];
};
using PaperTable = std::map<std::string, PaperFigures>;  // by row
const std::map<std::string, PaperTable> kPaper = {
    {"mlp",
     {{"VAR T500", {{"60.01", "54.19", "20.45"}, {"-4.41", "-1.74", "+0.85"}}},
      {"VAR T1000", {{"58.60", "59.43", "9.00"}, {"-4.06", "-3.41", "+0.53"}}},
      {"Lorenz-96 F10 T250", {{"50.84", "0.83", "26.46"}, {"+49.35", "+4.36", "+27.78"}}},
      {"Lorenz-96 F10 T500", {{"50.04", "1.16", "18.62"}, {"+27.61", "+1.09", "+22.25"}}},
      {"Lorenz-96 F40 T250", {{"48.37", "33.08", "59.18"}, {"+10.33", "-3.21", "-9.61"}}},
      {"Lorenz-96 F40 T500", {{"48.87", "46.71", "51.70"}, {"+0.55", "-16.74", "-10.52"}}}}},
    {"arimax",
     {{"VAR T500", {{"72.20", "65.20", "24.60"}, {"-5.11", "-2.88", "+0.45"}}},
      {"VAR T1000", {{"70.50", "71.50", "10.83"}, {"-5.62", "-3.85", "+0.30"}}},
      {"Lorenz-96 F10 T250", {{"61.17", "1.00", "31.83"}, {"+2.41", "-0.24", "+2.42"}}},
      {"Lorenz-96 F10 T500", {{"60.20", "1.40", "22.40"}, {"+2.27", "-0.91", "-0.33"}}},
      {"Lorenz-96 F40 T250", {{"58.20", "39.80", "71.20"}, {"+1.13", "+3.01", "+3.18"}}},
      {"Lorenz-96 F40 T500", {{"58.80", "56.20", "62.20"}, {"+1.27", "+0.37", "+1.02"}}}}},
    {"nbeats",
     {{"VAR T500", {{"4.8", "8.47", "3.19"}, {"+10.72", "+5.68", "+3.34"}}},
      {"VAR T1000", {{"4.7", "9.28", "1.41"}, {"+1.13", "-0.69", "+0.92"}}},
      {"Lorenz-96 F10 T250", {{"7.9", "0.13", "4.13"}, {"+20.67", "-7.82", "+13.35"}}},
      {"Lorenz-96 F10 T500", {{"7.9", "0.18", "2.91"}, {"+5.18", "-15.73", "+19.04"}}},
      {"Lorenz-96 F40 T250", {{"7.6", "5.17", "9.24"}, {"-11.26", "-58.71", "-76.56"}}},
      {"Lorenz-96 F40 T500", {{"7.6", "7.30", "8.08"}, {"-27.67", "-103.78", "-92.93"}}}}},
};

std::vector<PruningRow> Rows() {
  std::vector<PruningRow> rows;
  for (const SmallSystem& system : SmallSystems()) {
    rows.push_back({system.name, system.data});
  }
  return rows;
}

RunOutcome PruneBySelected(const StudyRun& run, const RunContext& context) {
  const StudyData loaded = LoadData(run.data, context.data_directory);
  const Result result = DiscoverOnTrainingRows(loaded.data, run.options, context.progress);
  RunOutcome outcome;
  outcome.seconds = result.seconds;
  outcome.measures = PruneByGraphs(
      run, loaded.data, {{"graph", FoundGraph(result)}, {"density", DensityMatched(result.scores, loaded.truth)}},
      context.progress);
  return outcome;
}

void AddPaperColumns(const PaperTable& paper, size_t selector, TablePlan& table) {
  TableColumn pr = PaperColumn(fmt::format("{}: paper PR", kSelectors[selector].title), {});
  TableColumn mse_r = PaperColumn(fmt::format("{}: paper MSE-R", kSelectors[selector].title), {});
  for (const auto& [row, figures] : paper) {
    pr.texts[row] = figures.pr[selector];
    mse_r.texts[row] = figures.mse_r[selector];
  }
  table.columns.push_back(pr);
  table.columns.push_back(mse_r);
}

TablePlan ForecasterTable(const std::string& forecaster, const std::vector<PruningRow>& rows) {
  TablePlan table{fmt::format("{}: PR % and MSE-R % by the graph that each method gives by itself, and MSE-R % with as "
                              "many edges as the truth; mean ± sd over data sets 1-5",
                              forecaster),
                  "data",
                  {},
                  {}};
  for (const PruningRow& row : rows) table.rows.push_back(row.name);
  const auto paper = kPaper.find(forecaster);
  for (size_t s = 0; s < std::size(kSelectors); ++s) {
    const auto& [method, title] = kSelectors[s];
    if (paper != kPaper.end()) AddPaperColumns(paper->second, s, table);
    table.columns.push_back({fmt::format("{}: PR", title), method, fmt::format("pr_{}_graph", forecaster), 1, {}});
    table.columns.push_back(
        {fmt::format("{}: MSE-R", title), method, fmt::format("mse_r_{}_graph", forecaster), 2, {}});
    table.columns.push_back(
        {fmt::format("{}: MSE-R, density matched", title), method, fmt::format("mse_r_{}_density", forecaster), 2, {}});
  }
  return table;
}

std::vector<std::string> Findings(const Results& results) {
  std::vector<std::string> findings;
  for (const auto& [method, title] : kSelectors) {
    const GridMean own = MeanOverGrid(results, Rows(), method, "graph");
    const GridMean matched = MeanOverGrid(results, Rows(), method, "density");
    if (own.cells == 0) continue;
    findings.push_back(fmt::format(
        "{}: PR {:.1f} %, MSE-R {:+.2f} % by its own graph; MSE-R {:+.2f} % density matched; mean of {} cells.", title,
        own.pr, own.mse_r, matched.mse_r, own.cells));
  }
  return findings;
}

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  const std::vector<PruningRow> rows = Rows();
  for (const PruningRow& row : rows) {
    for (const Selector& selector : kSelectors) {
      AddPruningRuns(plan, row, selector.method, SimpleRival(selector.method), Seeds(options, 1), PruneBySelected);
    }
  }
  for (const char* forecaster : kForecasters) plan.tables.push_back(ForecasterTable(forecaster, rows));
  plan.compared_by = PruningFigures();
  plan.findings = Findings;
  return plan;
}

}  // namespace

extern const Experiment kFeatureSelection;
const Experiment kFeatureSelection = {"feature-selection",
                                      "our graph against other ways to select a forecaster's inputs",
                                      "table \"comparison across pruning methods\"", MakePlan};

}  // namespace mask2cause
