// Table 4: AUROC on Mixed Physics, where part of the causes act on the variance alone.
#include <fmt/format.h>

#include "study/experiment.h"
#include "study/graph_picture.h"
#include "study/paper_settings.h"
#include "study/table.h"

namespace mask2cause {
namespace {

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{"Off-diagonal AUROC, mean ± sd over two data sets and the seeds", "share of variance edges", {}, {}};
  TablePlan kinds{"The dual objective tells the kinds apart", "share of variance edges", {}, {}};
  for (const size_t percent : {50, 75, 100}) {
    const std::string row = fmt::format("{} %", percent);
    const std::vector<DataSource> data = {MixedFile(percent, 0), MixedFile(percent, 1)};
    const size_t seeds = Seeds(options, 3);
    AddRuns(plan, row, "MSE", data, PaperMixed(percent, "mse"), seeds);
    AddRuns(plan, row, "NLL", data, PaperMixed(percent, "nll"), seeds);
    AddRuns(plan, row, "dual", data, PaperMixed(percent, "dual"), seeds);
    AddRuns(plan, row, "default", data, ToolDefault(), Seeds(options, 1));
    DiscoverOptions dual = ToolDefault();
    dual.objective = "dual";
    AddRuns(plan, row, "default, dual", data, dual, Seeds(options, 1));
    AddRuns(plan, row, "ridge VAR", data, SimpleRival("var"), 1);
    AddRuns(plan, row, "correlation of squares", data, SimpleRival("sqcorr"), 1);
    AddRuns(plan, row, "VAR-ARCH", data, SimpleRival("var-arch"), 1);
    table.rows.push_back(row);
    kinds.rows.push_back(row);
    plan.paper_seconds[row] = 300.0;
  }
  table.columns = {
      PaperColumn("paper MSE (its own data)", {{"50 %", "0.60"}, {"75 %", "0.56"}, {"100 %", "0.55"}}),
      PaperColumn("paper NLL (its own data)", {{"50 %", "0.77"}, {"75 %", "0.76"}, {"100 %", "0.73"}}),
      {"paper settings MSE", "MSE", "auroc", 3, {}},
      {"paper settings NLL", "NLL", "auroc", 3, {}},
      {"paper settings dual", "dual", "auroc", 3, {}},
      {"default", "default", "auroc", 3, {}},
      {"ridge VAR", "ridge VAR", "auroc", 3, {}},
      {"correlation of squares", "correlation of squares", "auroc", 3, {}},
      {"VAR-ARCH", "VAR-ARCH", "auroc", 3, {}},
  };
  for (const char* series : {"dual", "default, dual"}) {
    const std::string who = std::string(series) == "dual" ? "paper settings" : "default settings";
    kinds.columns.push_back({who + ": mean graph AUROC", series, "auroc_mean_graph", 3, {}});
    kinds.columns.push_back({who + ": variance graph AUROC", series, "auroc_variance_graph", 3, {}});
    kinds.columns.push_back({who + ": kind right", series, "kind_accuracy", 3, {}});
    kinds.columns.push_back({who + ": AUROC of the larger", series, "auroc", 3, {}});
  }
  plan.tables = {table, kinds};
  plan.compared_by = {{"auroc"}};
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    for (const std::string& row : results.rows()) {
      const Statistic mse = results.Get(row, "MSE", "auroc"), nll = results.Get(row, "NLL", "auroc");
      if (mse.count == 0 || nll.count == 0) continue;
      findings.push_back(fmt::format(
          "{} variance edges: the claim that the likelihood finds what squared error misses {} with the paper's "
          "settings (NLL {}, MSE {}).",
          row, nll.mean > mse.mean + 0.05 ? "holds" : "does not hold", MeanAndSpread(nll, 3), MeanAndSpread(mse, 3)));
    }
    return findings;
  };
  for (const std::string row : {"50 %", "75 %", "100 %"}) KeepScoresOfFirst(plan, row, "default");
  plan.pictures = [](const Results& results) {
    std::vector<FileContent> files;
    for (const std::string& row : results.rows()) {
      AddGraphPicture(results, row, "default", fmt::format("graph-{}.svg", row.substr(0, row.find(' '))), files);
    }
    return files;
  };
  return plan;
}

}  // namespace

extern const Experiment kMixed;
const Experiment kMixed = {"mixed", "AUROC on Mixed Physics with 50, 75 and 100 % of the edges in the variance",
                           "table 4", MakePlan};

}  // namespace mask2cause
