// Table 3: AUROC on DREAM3.
#include <fmt/format.h>

#include "study/experiment.h"
#include "study/paper_settings.h"

namespace mask2cause {
namespace {

struct Network {
  const char *name, *paper_mse, *paper_nll;
};
constexpr Network kNetworks[] = {{"Ecoli1", "0.643", "0.672"},
                                 {"Ecoli2", "0.672", "0.687"},
                                 {"Yeast1", "0.637", "0.605"},
                                 {"Yeast2", "0.563", "0.578"},
                                 {"Yeast3", "0.530", "0.514"}};

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{options.as_paper ? "AUROC without self edges, windows across trajectories as in the authors' loader"
                                   : "AUROC without self edges, windows within trajectories",
                  "network",
                  {},
                  {}};
  TableColumn paper_mse = PaperColumn("paper MSE", {}), paper_nll = PaperColumn("paper NLL", {});
  for (const size_t size : {100, 50, 10}) {
    for (const Network& network : kNetworks) {
      const std::string row = fmt::format("{} size {}", network.name, size);
      const std::vector<DataSource> data = {Dream3File(size, network.name, options.as_paper)};
      // The paper has no settings for the smaller networks: those of the same network at size 100 are used.
      AddRuns(plan, row, "MSE", data, PaperDream3(network.name, "mse"), Seeds(options, 2));
      AddRuns(plan, row, "NLL", data, PaperDream3(network.name, "nll"), Seeds(options, 2));
      AddRuns(plan, row, "default", data, ToolDefault(), Seeds(options, 1));
      AddRuns(plan, row, "ridge VAR", data, SimpleRival("var"), 1);
      table.rows.push_back(row);
      if (size != 100) continue;
      paper_mse.texts[row] = network.paper_mse;
      paper_nll.texts[row] = network.paper_nll;
      plan.paper_seconds[row] = 900.0;
    }
  }
  table.columns = {
      paper_mse,
      paper_nll,
      {"paper settings MSE", "MSE", "auroc", 3, {}},
      {"paper settings NLL", "NLL", "auroc", 3, {}},
      {"default", "default", "auroc", 3, {}},
      {"ridge VAR", "ridge VAR", "auroc", 3, {}},
  };
  plan.tables.push_back(table);
  plan.compared_by = {{"auroc"}};
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    for (const char* series : {"MSE", "NLL", "default", "ridge VAR"}) {
      std::vector<double> means;
      for (const Network& network : kNetworks) {
        const Statistic s = results.Get(fmt::format("{} size 100", network.name), series, "auroc");
        if (s.count > 0) means.push_back(s.mean);
      }
      if (means.size() == std::size(kNetworks))
        findings.push_back(fmt::format(
            "Mean of the five networks of size 100, {}: {:.3f} (paper: MSE 0.609, NLL 0.611, best of a search).",
            series, Summarise(means).mean));
    }
    return findings;
  };
  return plan;
}

}  // namespace

extern const Experiment kDream3;
const Experiment kDream3 = {"dream3", "AUROC on the fifteen DREAM3 gene networks", "table 3", MakePlan};

}  // namespace mask2cause
