// What a graph is worth to forecasters: each with all variables and with the causes alone, by several graphs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "data/first_rows.h"
#include "mask2cause/prune.h"
#include "study/experiment.h"
#include "study/paper_settings.h"

namespace mask2cause {
namespace {

constexpr double kTrainShare = 0.8;
constexpr const char* kSeries = "default";
constexpr const char* kModels[] = {"linear", "mlp", "nbeats", "arimax"};

// Graphs that are pruned by, and how tables call them.
struct Mask {
  const char *name, *title;
};
constexpr Mask kMasks[] = {{"graph", "default graph"},
                           {"split", "unsupervised threshold"},
                           {"density", "density matched"},
                           {"truth", "true graph"},
                           {"children", "true graph read as columns"}};

// The paper's steps of Adam and shapes, by the kind of data.
struct PaperTraining {
  size_t mlp_epochs, nbeats_epochs;
  const char* nbeats;
};

// The paper's PR and MSE-R of linear, mlp, nbeats, arimax.
struct PaperFigures {
  const char *pr[4], *mse_r[4];
};

struct Row {
  std::string name, kind;  // kind: whose training settings
  std::vector<DataSource> data;
  PaperFigures paper;
};

using Graph = std::vector<double>;  // (N, N) [target][source]

Graph FoundGraph(const Result& result) {
  Graph graph(result.scores.values.size(), 0.0);
  for (const Edge& edge : result.edges) {
    if (edge.found) graph[edge.target * result.scores.size() + edge.source] = 1.0;
  }
  return graph;
}

Graph GraphAbove(const ScoreMatrix& scores, double threshold) {
  Graph graph;
  for (const double score : scores.values) graph.push_back(score > threshold ? 1.0 : 0.0);
  return graph;
}

// As many of the strongest pairs as the truth has, self edges aside. The one graph here that is told something of the
// truth.
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

// What the authors' program does where it reads a variable's children.
Graph Transposed(const Graph& graph, size_t n) {
  Graph other(n * n);
  for (size_t cell = 0; cell < n * n; ++cell) other[cell % n * n + cell / n] = graph[cell];
  return other;
}

Graph MaskOf(const std::string& name, const Result& result, const Graph& truth) {
  if (name == "graph") return FoundGraph(result);
  if (name == "split") return GraphAbove(result.scores, result.split.threshold);
  if (name == "density") return DensityMatched(result.scores, truth);
  return name == "truth" ? truth : Transposed(truth, result.scores.size());
}

PaperTraining TrainingOf(const std::string& kind) {
  if (kind == "VAR") return {30, 20, "deep"};
  return kind == "Lorenz" ? PaperTraining{20, 10, "short"} : PaperTraining{20, 20, "short"};
}

// The graph is found on the rows that the forecasters train on; `run.variant` is the kind of data.
RunOutcome PruneByEachGraph(const StudyRun& run, const RunContext& context) {
  const StudyData loaded = LoadData(run.data, context.data_directory);
  const size_t train_rows = static_cast<size_t>(kTrainShare * static_cast<double>(loaded.data.rows));
  const Result result = Discover(FirstRows(loaded.data, train_rows), run.options, context.progress);
  const PaperTraining training = TrainingOf(run.variant);
  RunOutcome outcome;
  outcome.seconds = result.seconds;
  for (const char* model : kModels) {
    for (const Mask& mask : kMasks) {
      PruneOptions options;
      options.model = model;
      options.train_share = kTrainShare;
      options.epochs = options.model == "mlp" ? training.mlp_epochs : training.nbeats_epochs;
      options.nbeats = training.nbeats;
      options.seed = run.options.seed;
      options.threads = 1;
      const PruneReport report = Prune(loaded.data, MaskOf(mask.name, result, loaded.truth), options, context.progress);
      const std::string name = fmt::format("{}_{}", model, mask.name);
      outcome.measures["pr_" + name] = report.reduction.parameters_percent;
      outcome.measures["mse_r_" + name] = report.reduction.mse_percent;
      outcome.measures["failed_" + name] = static_cast<double>(report.failed);
    }
  }
  std::erase_if(outcome.measures, [](const auto& entry) { return !std::isfinite(entry.second); });
  return outcome;
}

// The paper's F10 and F40 are the mean of T250 and T500.
std::vector<DataSource> LorenzFiles(size_t forcing) {
  std::vector<DataSource> files;
  for (const size_t steps : {250, 500}) {
    for (size_t set = 1; set <= 5; ++set) files.push_back(LorenzFile(forcing, steps, set));
  }
  return files;
}

std::vector<DataSource> VarFiles(size_t steps) {
  std::vector<DataSource> files;
  for (size_t set = 1; set <= 5; ++set) files.push_back(VarFile(steps, set));
  return files;
}

std::vector<Row> Rows() {
  const auto dream3 = [](const char* network, const PaperFigures& paper) {
    return Row{fmt::format("DREAM3 {}", network), "DREAM3", {Dream3File(100, network, false)}, paper};
  };
  return {
      dream3("Ecoli1", {{"98.0", "97.0", "59.2", "99.0"}, {"+36.97", "+31.67", "+33.26", "+40.01"}}),
      dream3("Ecoli2", {{"98.0", "97.0", "59.2", "99.0"}, {"+35.07", "+33.81", "+35.25", "+36.70"}}),
      dream3("Yeast1", {{"97.9", "96.9", "59.2", "99.0"}, {"+34.20", "+31.91", "+32.12", "+36.35"}}),
      dream3("Yeast2", {{"98.0", "97.0", "59.2", "99.0"}, {"+35.57", "+33.74", "+34.10", "+38.11"}}),
      dream3("Yeast3", {{"97.9", "96.9", "59.2", "98.9"}, {"+38.17", "+33.13", "+34.05", "+41.15"}}),
      {"Lorenz F10",
       "Lorenz",
       LorenzFiles(10),
       {{"54.8", "50.44", "7.9", "60.69"}, {"+2.50", "+38.48", "+12.93", "+2.34"}}},
      {"Lorenz F40",
       "Lorenz",
       LorenzFiles(40),
       {{"53.2", "48.62", "7.6", "58.50"}, {"+2.39", "+5.44", "-19.47", "+1.20"}}},
      {"VAR T500", "VAR", VarFiles(500), {{"65.6", "60.01", "4.8", "72.20"}, {"-5.02", "-4.41", "+10.72", "-5.11"}}},
      {"VAR T1000", "VAR", VarFiles(1000), {{"64.0", "58.60", "4.7", "70.50"}, {"-5.28", "-4.06", "+1.13", "-5.62"}}},
  };
}

TablePlan ForecasterTable(size_t model, const std::vector<Row>& rows) {
  TablePlan table{
      fmt::format("{}: reduction of parameters (PR %) and of the test error (MSE-R %), mean ± sd over data sets",
                  kModels[model]),
      "data",
      {},
      {}};
  TableColumn pr = PaperColumn("paper PR", {}), mse_r = PaperColumn("paper MSE-R", {});
  for (const Row& row : rows) {
    table.rows.push_back(row.name);
    pr.texts[row.name] = row.paper.pr[model];
    mse_r.texts[row.name] = row.paper.mse_r[model];
  }
  table.columns = {pr, mse_r};
  for (const Mask& mask : kMasks) {
    const std::string name = fmt::format("{}_{}", kModels[model], mask.name);
    const bool same_size = std::string(mask.name) == "children";  // as many edges as the true graph
    if (!same_size) table.columns.push_back({fmt::format("{}: PR", mask.title), kSeries, "pr_" + name, 1, {}});
    table.columns.push_back({fmt::format("{}: MSE-R", mask.title), kSeries, "mse_r_" + name, 2, {}});
  }
  return table;
}

std::vector<std::string> Findings(const Results& results) {
  std::vector<std::string> findings;
  for (const Mask& mask : kMasks) {
    std::vector<double> pr, mse_r;
    for (const Row& row : Rows()) {
      for (const char* model : kModels) {
        const std::string name = fmt::format("{}_{}", model, mask.name);
        const Statistic parameters = results.Get(row.name, kSeries, "pr_" + name);
        const Statistic errors = results.Get(row.name, kSeries, "mse_r_" + name);
        if (parameters.count == 0 || errors.count == 0) continue;
        pr.push_back(parameters.mean);
        mse_r.push_back(errors.mean);
      }
    }
    if (pr.empty()) continue;
    findings.push_back(fmt::format("By the {}: PR {:.1f} %, MSE-R {:+.2f} %, mean of {} cells of the grid.", mask.title,
                                   Summarise(pr).mean, Summarise(mse_r).mean, pr.size()));
  }
  return findings;
}

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  const std::vector<Row> rows = Rows();
  for (const Row& row : rows) {
    const size_t first = plan.runs.size();
    AddRuns(plan, row.name, kSeries, row.data, ToolDefault(), Seeds(options, 1));
    for (size_t r = first; r < plan.runs.size(); ++r) {
      plan.runs[r].variant = row.kind;
      plan.runs[r].function = PruneByEachGraph;
    }
  }
  for (size_t model = 0; model < std::size(kModels); ++model) plan.tables.push_back(ForecasterTable(model, rows));
  plan.findings = Findings;
  return plan;
}

}  // namespace

extern const Experiment kPruning;
const Experiment kPruning = {"pruning", "forecasters with the causes alone against all inputs",
                             "table \"parameter and MSE reduction\"", MakePlan};

}  // namespace mask2cause
