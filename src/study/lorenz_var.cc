// Main table 1: AUROC on VAR and Lorenz-96.
#include "study/lorenz_var.h"

#include <fmt/format.h>

#include <cmath>

#include "study/experiment.h"
#include "study/graph_picture.h"
#include "study/table.h"

namespace mask2cause {
namespace {

constexpr size_t kDataSets = 5;
constexpr const char* kHardest = "Lorenz-96 F40 T250";
constexpr size_t kSeedsOfHardest = 8;  // a single seed there ranges from .5 to 1

// Off-diagonal AUROC of a plain PyTorch rebuild with the same settings, one seed each.
struct Rebuilt {
  double mse, nll;
};
const std::map<std::string, Rebuilt> kRebuilt = {
    {"VAR T500", {0.999, 0.999}},           {"VAR T1000", {1.000, 1.000}},
    {"Lorenz-96 F10 T250", {0.973, 0.997}}, {"Lorenz-96 F10 T500", {0.997, 1.000}},
    {"Lorenz-96 F40 T250", {0.967, 0.907}}, {"Lorenz-96 F40 T500", {0.997, 0.995}},
};

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{
      "AUROC, mean ± sd over data sets 1-5; off-diagonal unless the column says with diagonal", "system", {}, {}};
  for (const SmallSystem& system : SmallSystems()) {
    const size_t seeds = Seeds(options, system.name == kHardest ? kSeedsOfHardest : 1);
    AddRuns(plan, system.name, "MSE", system.data, system.Paper("mse"), seeds);
    AddRuns(plan, system.name, "NLL", system.data, system.Paper("nll"), seeds);
    AddRuns(plan, system.name, "default", system.data, ToolDefault(), Seeds(options, 1));
    AddRuns(plan, system.name, "ridge VAR", system.data, SimpleRival("var"), 1);
    table.rows.push_back(system.name);
    plan.paper_seconds[system.name] = system.paper_seconds();
  }
  KeepScoresOfFirst(plan, kHardest, "NLL");
  std::map<std::string, std::string> rebuilt_mse, rebuilt_nll;
  for (const auto& [row, auroc] : kRebuilt) {
    rebuilt_mse[row] = fmt::format("{:.3f}", auroc.mse);
    rebuilt_nll[row] = fmt::format("{:.3f}", auroc.nll);
  }
  table.columns = {
      PaperColumn("paper MSE (with diagonal)", {{"VAR T500", "1.00"},
                                                {"VAR T1000", "1.00"},
                                                {"Lorenz-96 F10 T250", "0.99"},
                                                {"Lorenz-96 F10 T500", "1.00"},
                                                {"Lorenz-96 F40 T250", "0.99"},
                                                {"Lorenz-96 F40 T500", "1.00"}}),
      PaperColumn("paper NLL (with diagonal)", {{"VAR T500", "1.00"},
                                                {"VAR T1000", "1.00"},
                                                {"Lorenz-96 F10 T250", "0.99"},
                                                {"Lorenz-96 F10 T500", "1.00"},
                                                {"Lorenz-96 F40 T250", "1.00"},
                                                {"Lorenz-96 F40 T500", "1.00"}}),
      PaperColumn("PyTorch rebuild MSE", rebuilt_mse),
      {"paper settings MSE", "MSE", "auroc", 3, {}},
      {"MSE with diagonal", "MSE", "auroc_diagonal", 3, {}},
      PaperColumn("PyTorch rebuild NLL", rebuilt_nll),
      {"paper settings NLL", "NLL", "auroc", 3, {}},
      {"NLL with diagonal", "NLL", "auroc_diagonal", 3, {}},
      {"default", "default", "auroc", 3, {}},
      {"default with diagonal", "default", "auroc_diagonal", 3, {}},
      {"ridge VAR", "ridge VAR", "auroc", 3, {}},
  };
  plan.tables.push_back(table);
  plan.compared_by = {{"auroc"}, {"auroc_diagonal"}};
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    size_t cells = 0, near = 0;
    std::string far;
    for (const auto& [row, expected] : kRebuilt) {
      const double tolerance = row == kHardest ? 0.03 : 0.015;
      for (const auto& [series, value] : {std::pair("MSE", expected.mse), std::pair("NLL", expected.nll)}) {
        const double difference = results.Mean(row, series, "auroc") - value;
        if (std::isnan(difference)) continue;
        ++cells;
        if (std::abs(difference) <= tolerance) {
          ++near;
        } else {
          far += fmt::format("; {} {} is off by {:+.3f}", row, series, difference);
        }
      }
    }
    if (cells > 0)
      findings.push_back(fmt::format("{} of {} cells agree with the PyTorch rebuild within 0.015 (F40 T250: 0.03){}.",
                                     near, cells, far));
    return findings;
  };
  plan.pictures = [](const Results& results) {
    std::vector<FileContent> files;
    AddGraphPicture(results, kHardest, "NLL", "graph-lorenz-F40-T250.svg", files);
    return files;
  };
  return plan;
}

}  // namespace

std::vector<SmallSystem> SmallSystems() {
  std::vector<SmallSystem> systems;
  for (const size_t steps : {500, 1000}) systems.push_back({fmt::format("VAR T{}", steps), 0, steps, {}});
  for (const size_t forcing : {10, 40}) {
    for (const size_t steps : {250, 500})
      systems.push_back({fmt::format("Lorenz-96 F{} T{}", forcing, steps), forcing, steps, {}});
  }
  for (SmallSystem& system : systems) {
    for (size_t set = 1; set <= kDataSets; ++set) {
      system.data.push_back(system.forcing == 0 ? VarFile(system.steps, set)
                                                : LorenzFile(system.forcing, system.steps, set));
    }
  }
  return systems;
}

extern const Experiment kLorenzVar;
const Experiment kLorenzVar = {"lorenz-var",
                               "AUROC on VAR and Lorenz-96 of ten variables, squared error and likelihood",
                               "main table 1", MakePlan};

}  // namespace mask2cause
