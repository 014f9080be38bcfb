// The ablation table: what each part of the architecture is worth.
#include <fmt/format.h>

#include "study/experiment.h"
#include "study/paper_settings.h"
#include "study/table.h"

namespace mask2cause {
namespace {

constexpr double kMargin = 0.01;  // smaller differences are noise

struct Variant {
  const char *name, *paper_mse, *paper_nll;
  void (*change)(DiscoverOptions&);
};
constexpr Variant kVariants[] = {
    {"layer-wise masks", "0.66 ± 0.04", "0.59 ± 0.06", [](DiscoverOptions& o) { o.per_layer_masks = true; }},
    {"decoupled heads", "0.61 ± 0.05", "0.65 ± 0.03", [](DiscoverOptions& o) { o.per_variable_heads = true; }},
    {"residual prediction", "0.78 ± 0.11", "0.73 ± 0.01", [](DiscoverOptions& o) { o.predict = "change"; }},
    {"full model", "0.81 ± 0.09", "0.75 ± 0.02", [](DiscoverOptions&) {}},
};

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{
      "AUROC, mean ± sd over data sets and seeds: MSE on CausalTime (with diagonal, as the paper), NLL on Mixed "
      "Physics (off-diagonal)",
      "variant",
      {},
      {}};
  TableColumn paper_mse = PaperColumn("paper MSE, CausalTime", {}),
              paper_nll = PaperColumn("paper NLL, Mixed Physics", {});
  for (const Variant& variant : kVariants) {
    for (const char* domain : {"traffic", "medical"}) {
      DiscoverOptions settings = PaperCausalTime(domain, "mse");
      variant.change(settings);
      AddRuns(plan, variant.name, fmt::format("MSE {}", domain), {CausalTimeFiles(domain, 20)}, settings,
              Seeds(options, 1));
    }
    for (const size_t percent : {50, 75, 100}) {
      DiscoverOptions settings = PaperMixed(percent, "nll");
      variant.change(settings);
      AddRuns(plan, variant.name, fmt::format("NLL {} %", percent), {MixedFile(percent, 0), MixedFile(percent, 1)},
              settings, Seeds(options, 3));
    }
    table.rows.push_back(variant.name);
    paper_mse.texts[variant.name] = variant.paper_mse;
    paper_nll.texts[variant.name] = variant.paper_nll;
  }
  table.columns = {
      paper_mse,
      {"MSE traffic", "MSE traffic", "auroc_diagonal", 3, {}},
      {"MSE medical", "MSE medical", "auroc_diagonal", 3, {}},
      paper_nll,
      {"NLL mixed 50 %", "NLL 50 %", "auroc", 3, {}},
      {"NLL mixed 75 %", "NLL 75 %", "auroc", 3, {}},
      {"NLL mixed 100 %", "NLL 100 %", "auroc", 3, {}},
  };
  plan.tables.push_back(table);
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    for (const char* series : {"MSE traffic", "MSE medical", "NLL 50 %", "NLL 75 %", "NLL 100 %"}) {
      const std::string measure = std::string(series).starts_with("MSE") ? "auroc_diagonal" : "auroc";
      const Statistic full = results.Get("full model", series, measure);
      if (full.count == 0) continue;
      std::string better;
      for (const Variant& variant : kVariants) {
        const Statistic other = results.Get(variant.name, series, measure);
        if (other.count > 0 && other.mean > full.mean + kMargin)
          better += fmt::format("{}{} {:+.3f}", better.empty() ? "" : ", ", variant.name, other.mean - full.mean);
      }
      findings.push_back(fmt::format("{}: the claim that the full model is best {}.", series,
                                     better.empty() ? "holds"
                                                    : fmt::format("does not hold on our runs ({}; full model {})",
                                                                  better, MeanAndSpread(full, 3))));
    }
    return findings;
  };
  return plan;
}

}  // namespace

extern const Experiment kAblation;
const Experiment kAblation = {"ablation",
                              "layer-wise masks, decoupled heads, residual prediction against the full model",
                              "ablation table", MakePlan};

}  // namespace mask2cause
