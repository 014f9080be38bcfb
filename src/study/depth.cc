// Encoder depth: does a deeper stack cost accuracy?
#include <fmt/format.h>

#include "study/experiment.h"
#include "study/lorenz_var.h"
#include "study/table.h"

namespace mask2cause {
namespace {

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{
      "Mean ± sd over data sets 1-5, paper settings, MSE; SHD at the true number of edges", "system", {}, {}};
  const std::map<std::string, std::map<size_t, const char*>> paper = {{"Lorenz-96 F40 T500",
                                                                       {{1, "0.997 / 0.996 / 4"},
                                                                        {2, "0.998 / 0.998 / 2"},
                                                                        {4, "1.000 / 1.000 / 0"},
                                                                        {10, "1.000 / 1.000 / 0"},
                                                                        {20, "1.000 / 1.000 / 0"}}},
                                                                      {"VAR T500",
                                                                       {{1, "1.000 / 1.000 / 0"},
                                                                        {2, "1.000 / 1.000 / 0"},
                                                                        {4, "1.000 / 1.000 / 0"},
                                                                        {10, "0.999 / 0.997 / 2"},
                                                                        {20, "0.999 / 0.998 / 2"}}}};
  TableColumn figures = PaperColumn("paper AUROC / AUPRC / SHD (with diagonal)", {});
  for (const SmallSystem& system : SmallSystems()) {
    if (!paper.contains(system.name)) continue;
    for (const auto& [layers, text] : paper.at(system.name)) {
      const std::string row = fmt::format("{}, M={}", system.name, layers);
      DiscoverOptions settings = system.Paper("mse");
      settings.layers = layers;
      AddRuns(plan, row, "MSE", system.data, settings, Seeds(options, 1));
      table.rows.push_back(row);
      figures.texts[row] = text;
    }
  }
  table.columns = {figures,
                   {"AUROC", "MSE", "auroc", 3, {}},
                   {"AUPRC", "MSE", "auprc", 3, {}},
                   {"SHD", "MSE", "shd_density", 1, {}},
                   {"AUROC with diagonal", "MSE", "auroc_diagonal", 3, {}}};
  plan.tables.push_back(table);
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    for (const char* system : {"Lorenz-96 F40 T500", "VAR T500"}) {
      const Statistic shallow = results.Get(fmt::format("{}, M=1", system), "MSE", "auroc"),
                      deep = results.Get(fmt::format("{}, M=20", system), "MSE", "auroc");
      if (shallow.count == 0 || deep.count == 0) continue;
      findings.push_back(fmt::format("{}: the claim of little to no degradation at depth {}: M=1 {}, M=20 {}.", system,
                                     deep.mean > shallow.mean - 0.02 ? "holds" : "does not hold",
                                     MeanAndSpread(shallow, 3), MeanAndSpread(deep, 3)));
    }
    return findings;
  };
  return plan;
}

}  // namespace

extern const Experiment kDepth;
const Experiment kDepth = {"depth", "M = 1, 2, 4, 10, 20 layers on Lorenz-96 and VAR", "table \"encoder depth\"",
                           MakePlan};

}  // namespace mask2cause
