// The plain command on everything there is: one default, no option, beside the simple rivals.
#include <fmt/format.h>

#include <cmath>

#include "study/experiment.h"
#include "study/lorenz_var.h"

namespace mask2cause {
namespace {

struct Family {
  std::string row;
  std::vector<DataSource> data;
  double bar;                 // mean off-diagonal AUROC aimed at; 0: none
  double diagonal_bar = 0.0;  // the same with self edges
  double over_ridge = 0.0;    // by how much it should be above ridge VAR
  double most_wrong = 0.0;    // of the edges of its graph, on average; 0: no aim
  double least_f1 = 0.0;
};

std::vector<DataSource> Simulations(SimulateOptions options, size_t count) {
  constexpr uint64_t kFreshSeeds = 1000;  // none of these was looked at before
  std::vector<DataSource> sources;
  for (size_t k = 0; k < count; ++k) {
    options.seed = kFreshSeeds + k;
    sources.push_back(Simulated(options));
  }
  return sources;
}

// Data sets 1-5 with three cells in ten taken away.
template <typename File>
std::vector<DataSource> Thinned(const File& file, size_t steps) {
  std::vector<DataSource> sources;
  for (size_t set = 1; set <= 5; ++set) sources.push_back(WithMissing(file(steps, set), 0.3));
  return sources;
}

std::vector<Family> PublicFamilies(const StudyOptions& options) {
  std::vector<Family> families;
  const std::map<std::string, double> bars = {{"VAR T500", 0.999},           {"VAR T1000", 0.999},
                                              {"Lorenz-96 F10 T250", 0.99},  {"Lorenz-96 F10 T500", 0.999},
                                              {"Lorenz-96 F40 T250", 0.985}, {"Lorenz-96 F40 T500", 0.998}};
  for (const SmallSystem& system : SmallSystems()) {
    families.push_back({system.name, system.data, bars.at(system.name)});
    if (system.steps == 500) families.back().least_f1 = 0.9;
  }
  for (const size_t forcing : {10, 40}) {
    Family family{fmt::format("Lorenz-96 F{} T1000", forcing), {}, 0.0};
    for (size_t set = 1; set <= 5; ++set) family.data.push_back(LorenzFile(forcing, 1000, set));
    families.push_back(std::move(family));
  }
  families.push_back({"VAR T1000, 30 % missing", Thinned(VarFile, 1000), 0.979});
  families.push_back({"Lorenz-96 F10 T1000, 30 % missing",
                      Thinned([](size_t steps, size_t set) { return LorenzFile(10, steps, set); }, 1000), 0.95});
  for (const size_t percent : {50, 75, 100}) {
    families.push_back(
        {fmt::format("Mixed Physics {} %", percent), {MixedFile(percent, 0), MixedFile(percent, 1)}, 0.97});
  }
  families.push_back({"CausalTime traffic", {CausalTimeFiles("traffic", 20)}, 0.60, 0.71});
  families.push_back({"CausalTime medical", {CausalTimeFiles("medical", 20)}, 0.86, 0.90});
  Family dream{"DREAM3 size 100", {}, 0.615};
  for (const char* network : {"Ecoli1", "Ecoli2", "Yeast1", "Yeast2", "Yeast3"})
    dream.data.push_back(Dream3File(100, network, false));
  families.push_back(std::move(dream));
  families.push_back({"cdml, reporting half", ReportingHalf(options.data_directory, "cdml"), 0.0, 0.0, 0.03});
  families.push_back({"tcs, reporting half", ReportingHalf(options.data_directory, "tcs"), 0.0, 0.0, 0.01});
  return families;
}

std::vector<Family> SimulatedFamilies() {
  std::vector<Family> families;
  for (const size_t variables : {5, 20, 50}) {
    const size_t systems = variables < 10 ? 10 : 2;  // one pair in the wrong place is much of a small one's figure
    families.push_back({fmt::format("simulated VAR N={} T500", variables),
                        Simulations({.system = System::kVar, .variables = variables}, systems), 0.0});
    families.push_back(
        {fmt::format("simulated Lorenz-96 N={} T500", variables), Simulations({.variables = variables}, systems), 0.0});
  }
  const auto twenty = [&](const char* name, const SimulateOptions& options) {
    families.push_back({fmt::format("20 simulated {}", name), Simulations(options, 20), 0.0, 0.0, 0.0, 0.15});
  };
  twenty("VAR T500", {.system = System::kVar, .steps = 500});
  twenty("Lorenz-96 F10 T500", {.steps = 500});
  twenty("Mixed Physics 50 % T1000", {.system = System::kMixed, .steps = 1000});
  return families;
}

// The graph against its aims; empty when it has none.
std::string GraphSentence(const Family& family, const Results& results) {
  const double wrong = results.Mean(family.row, "default", "graph_fdp"),
               f1 = results.Mean(family.row, "default", "graph_f1");
  if (family.most_wrong > 0.0) {
    return fmt::format("{}: of the edges in the graph at q = 0.1, {:.3f} are wrong on average, {} the {} allowed.",
                       family.row, wrong, wrong <= family.most_wrong ? "within" : "above", family.most_wrong);
  }
  if (family.least_f1 > 0.0) {
    return fmt::format("{}: F1 of the graph is {:.3f}, {} the {} aimed at.", family.row, f1,
                       f1 >= family.least_f1 ? "at least" : "short of", family.least_f1);
  }
  return {};
}

std::string AgainstBar(double value, double bar) {
  return bar == 0.0 ? "" : fmt::format(", {} the {:.3f} aimed at", value >= bar ? "at least" : "short of", bar);
}

std::string Sentence(const Family& family, const Results& results) {
  const double ours = results.Mean(family.row, "default", "auroc");
  std::string text = fmt::format("{}: {:.3f}{}", family.row, ours, AgainstBar(ours, family.bar));
  if (family.diagonal_bar > 0.0) {
    const double diagonal = results.Mean(family.row, "default", "auroc_diagonal");
    text += fmt::format("; with the diagonal {:.3f}{}", diagonal, AgainstBar(diagonal, family.diagonal_bar));
  }
  for (const char* rival : {"ridge VAR", "VAR-ARCH"}) {
    const double theirs = results.Mean(family.row, rival, "auroc");
    if (std::isnan(theirs)) continue;
    text += fmt::format("; {} {} ({:.3f})", ours >= theirs ? "not below" : "below", rival, theirs);
    if (family.over_ridge > 0.0 && rival == std::string("ridge VAR")) {
      text += fmt::format(", above it by {:+.3f} where {:.2f} is aimed at", ours - theirs, family.over_ridge);
    }
  }
  return text + ".";
}

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{"`discover` without options, off-diagonal, mean ± sd over data sets", "data", {}, {}};
  TablePlan graphs{"The graph it gives, cut at a false discovery rate of 0.1", "data", {}, {}};
  std::vector<Family> families = PublicFamilies(options);
  for (Family& family : SimulatedFamilies()) families.push_back(std::move(family));
  std::erase_if(families, [](const Family& family) { return family.data.empty(); });
  for (const Family& family : families) {
    AddRuns(plan, family.row, "default", family.data, ToolDefault(), Seeds(options, 1));
    AddRuns(plan, family.row, "ridge VAR", family.data, SimpleRival("var"), 1);
    AddRuns(plan, family.row, "VAR-ARCH", family.data, SimpleRival("var-arch"), 1);
    table.rows.push_back(family.row);
    graphs.rows.push_back(family.row);
  }
  table.columns = {{"default", "default", "auroc", 3, {}},
                   {"with diagonal", "default", "auroc_diagonal", 3, {}},
                   {"AUPRC", "default", "auprc", 3, {}},
                   {"ridge VAR", "ridge VAR", "auroc", 3, {}},
                   {"VAR-ARCH", "VAR-ARCH", "auroc", 3, {}}};
  graphs.columns = {{"wrong edges", "default", "graph_fdp", 3, {}},
                    {"true edges found", "default", "graph_recall", 3, {}},
                    {"F1", "default", "graph_f1", 3, {}},
                    {"F1 at the threshold", "default", "f1_split", 3, {}},
                    {"kind right", "default", "graph_kind_accuracy", 3, {}}};
  plan.tables = {table, graphs};
  plan.compared_by = {{"auroc"}, {"auprc"}, {"graph_fdp"}, {"graph_f1"}};
  plan.findings = [families](const Results& results) {
    std::vector<std::string> findings;
    for (const Family& family : families) {
      if (results.Get(family.row, "default", "auroc").count == 0) continue;
      findings.push_back(Sentence(family, results));
      const std::string graph = GraphSentence(family, results);
      if (!graph.empty()) findings.push_back(graph);
    }
    return findings;
  };
  return plan;
}

}  // namespace

extern const Experiment kDefaults;
const Experiment kDefaults = {"defaults", "the plain command on every family of data, beside simple statistics",
                              "beyond the paper", MakePlan};

}  // namespace mask2cause
