// What a graph is worth to forecasters: each with all variables and with the causes alone, by several graphs.
#include <fmt/format.h>

#include <cmath>

#include "study/paper_settings.h"
#include "study/prune_by_graphs.h"

namespace mask2cause {
namespace {

constexpr const char* kSeries = "default";

// Graphs that are pruned by, and how tables call them.
struct Mask {
  const char *name, *title;
};
constexpr Mask kMasks[] = {{"graph", "default graph"},
                           {"split", "unsupervised threshold"},
                           {"density", "density matched"},
                           {"truth", "true graph"},
                           {"children", "true graph read as columns"}};

// PR and MSE-R of the four forecasters.
struct PaperFigures {
  const char *pr[4], *mse_r[4];
};
const std::map<std::string, PaperFigures> kPaper = {
    {"DREAM3 Ecoli1", {{"98.0", "97.0", "59.2", "99.0"}, {"+36.97", "+31.67", "+33.26", "+40.01"}}},
    {"DREAM3 Ecoli2", {{"98.0", "97.0", "59.2", "99.0"}, {"+35.07", "+33.81", "+35.25", "+36.70"}}},
    {"DREAM3 Yeast1", {{"97.9", "96.9", "59.2", "99.0"}, {"+34.20", "+31.91", "+32.12", "+36.35"}}},
    {"DREAM3 Yeast2", {{"98.0", "97.0", "59.2", "99.0"}, {"+35.57", "+33.74", "+34.10", "+38.11"}}},
    {"DREAM3 Yeast3", {{"97.9", "96.9", "59.2", "98.9"}, {"+38.17", "+33.13", "+34.05", "+41.15"}}},
    {"Lorenz F10", {{"54.8", "50.44", "7.9", "60.69"}, {"+2.50", "+38.48", "+12.93", "+2.34"}}},
    {"Lorenz F40", {{"53.2", "48.62", "7.6", "58.50"}, {"+2.39", "+5.44", "-19.47", "+1.20"}}},
    {"VAR T500", {{"65.6", "60.01", "4.8", "72.20"}, {"-5.02", "-4.41", "+10.72", "-5.11"}}},
    {"VAR T1000", {{"64.0", "58.60", "4.7", "70.50"}, {"-5.28", "-4.06", "+1.13", "-5.62"}}},
};

// What one forecaster should reach by the default graph, on average over the rows of a kind that begin so.
struct Aim {
  const char *forecaster, *rows;
  double mse_r;
};
constexpr Aim kAims[] = {{"linear", "DREAM3", 30.0}, {"mlp", "DREAM3", 30.0},     {"nbeats", "DREAM3", 30.0},
                         {"arimax", "DREAM3", 30.0}, {"mlp", "Lorenz F10", 25.0}, {"linear", "VAR", -1.0}};
constexpr double kLeastPr = 70.0, kLeastMseR = 0.0;

RunOutcome PruneByEveryMask(const StudyRun& run, const RunContext& context) {
  const StudyData loaded = LoadData(run.data, context.data_directory);
  const Result result = DiscoverOnTrainingRows(loaded.data, run.options, context.progress);
  RunOutcome outcome;
  outcome.seconds = result.seconds;
  outcome.measures = PruneByGraphs(run, loaded.data,
                                   {{"graph", FoundGraph(result)},
                                    {"split", SplitGraph(result)},
                                    {"density", DensityMatched(result.scores, loaded.truth)},
                                    {"truth", loaded.truth},
                                    {"children", Transposed(loaded.truth)}},
                                   context.progress);
  return outcome;
}

TablePlan ForecasterTable(size_t forecaster, const std::vector<PruningRow>& rows) {
  TablePlan table{
      fmt::format("{}: reduction of parameters (PR %) and of the test error (MSE-R %), mean ± sd over data sets",
                  kForecasters[forecaster]),
      "data",
      {},
      {}};
  TableColumn pr = PaperColumn("paper PR", {}), mse_r = PaperColumn("paper MSE-R", {});
  for (const PruningRow& row : rows) {
    table.rows.push_back(row.name);
    pr.texts[row.name] = kPaper.at(row.name).pr[forecaster];
    mse_r.texts[row.name] = kPaper.at(row.name).mse_r[forecaster];
  }
  table.columns = {pr, mse_r};
  for (const Mask& mask : kMasks) {
    const std::string name = fmt::format("{}_{}", kForecasters[forecaster], mask.name);
    const bool same_size = std::string(mask.name) == "children";  // as many edges as the true graph
    if (!same_size) table.columns.push_back({fmt::format("{}: PR", mask.title), kSeries, "pr_" + name, 1, {}});
    table.columns.push_back({fmt::format("{}: MSE-R", mask.title), kSeries, "mse_r_" + name, 2, {}});
  }
  return table;
}

std::string Met(bool met) {
  return met ? "met" : "not met";
}

// Whether the default graph reaches what is aimed at over the whole grid.
std::string GridSentence(const GridMean& mean) {
  return fmt::format(
      "Aims for the mean of the grid by the default graph, PR at least {:.0f} % and MSE-R at least {:.0f} %: over {} "
      "cells {:.1f} % ({}) and {:+.2f} % ({}).",
      kLeastPr, kLeastMseR, mean.cells, mean.pr, Met(mean.pr >= kLeastPr), mean.mse_r, Met(mean.mse_r >= kLeastMseR));
}

// The same for one forecaster; empty when nothing was run.
std::string AimSentence(const Aim& aim, const std::vector<PruningRow>& rows, const Results& results) {
  std::vector<double> all;
  std::string each;
  for (const PruningRow& row : rows) {
    if (!row.name.starts_with(aim.rows)) continue;
    const double mse_r = results.Mean(row.name, kSeries, fmt::format("mse_r_{}_graph", aim.forecaster));
    if (std::isnan(mse_r)) continue;
    all.push_back(mse_r);
    each += fmt::format("{}{} {:+.2f}", each.empty() ? "" : ", ", row.name, mse_r);
  }
  if (all.empty()) return {};
  return fmt::format("{}, {}, aim {:+.0f} % MSE-R by the default graph: {:+.2f} %, {} ({}).", aim.rows, aim.forecaster,
                     aim.mse_r, Summarise(all).mean, Met(Summarise(all).mean >= aim.mse_r), each);
}

// Where the authors' program takes a variable's children for its parents.
std::string ReadingSentence(const PruningRow& row, const Results& results) {
  std::string each;
  for (size_t f = 0; f < kForecasters.size(); ++f) {
    const double rightly = results.Mean(row.name, kSeries, fmt::format("mse_r_{}_truth", kForecasters[f]));
    const double as_columns = results.Mean(row.name, kSeries, fmt::format("mse_r_{}_children", kForecasters[f]));
    if (std::isnan(rightly) || std::isnan(as_columns)) continue;
    each += fmt::format("{} {} {:+.2f} against {:+.2f} (paper {})", each.empty() ? ":" : ";", kForecasters[f], rightly,
                        as_columns, kPaper.at(row.name).mse_r[f]);
  }
  if (each.empty()) return {};
  return fmt::format(
      "{}: the authors' program reads the graph by columns here, which gives each variable its effects instead of its "
      "causes. MSE-R of the true graph read rightly against read by columns{}.",
      row.name, each);
}

std::vector<std::string> Findings(const Results& results) {
  const std::vector<PruningRow> rows = PaperGrid();
  std::vector<std::string> findings;
  for (const Mask& mask : kMasks) {
    const GridMean mean = MeanOverGrid(results, rows, kSeries, mask.name);
    if (mean.cells == 0) continue;
    findings.push_back(fmt::format("By the {}: PR {:.1f} %, MSE-R {:+.2f} %, mean of {} cells of the grid.", mask.title,
                                   mean.pr, mean.mse_r, mean.cells));
  }
  const GridMean by_default = MeanOverGrid(results, rows, kSeries, "graph");
  if (by_default.cells > 0) findings.push_back(GridSentence(by_default));
  for (const Aim& aim : kAims) findings.push_back(AimSentence(aim, rows, results));
  for (const PruningRow& row : rows) {
    if (row.data.front().kind != BenchmarkKind::kDream3) findings.push_back(ReadingSentence(row, results));
  }
  std::erase(findings, "");
  return findings;
}

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  const std::vector<PruningRow> rows = PaperGrid();
  for (const PruningRow& row : rows) {
    AddPruningRuns(plan, row, kSeries, ToolDefault(), Seeds(options, 1), PruneByEveryMask);
  }
  for (size_t f = 0; f < kForecasters.size(); ++f) plan.tables.push_back(ForecasterTable(f, rows));
  plan.compared_by = PruningFigures();
  plan.findings = Findings;
  return plan;
}

}  // namespace

extern const Experiment kPruning;
const Experiment kPruning = {"pruning", "forecasters with the causes alone against all inputs",
                             "table \"parameter and MSE reduction\"", MakePlan};

}  // namespace mask2cause
