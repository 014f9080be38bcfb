// Sensitivity to four settings on the calibration set, one changed at a time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/line_chart.h"
#include "study/experiment.h"
#include "study/paper_settings.h"

namespace mask2cause {
namespace {

struct Sweep {
  const char *name, *label, *paper;
  std::vector<double> values;
  void (*set)(DiscoverOptions&, double);
  bool logarithmic;
};

const std::vector<Sweep>& Sweeps() {
  static const std::vector<Sweep> sweeps = {
      {"lambda",
       "lambda",
       "1.00 up to 0.1, 0.98 from 1",
       {1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0},
       [](DiscoverOptions& o, double v) { o.lambda = v; },
       true},
      {"lags",
       "lags L",
       "0.99-1.00 up to 50",
       {1, 2, 3, 5, 10, 20, 50},
       [](DiscoverOptions& o, double v) { o.lags = static_cast<size_t>(v); },
       true},
      {"width",
       "width d",
       "at least 0.99 for 16-128",
       {8, 16, 32, 64, 128, 256},
       [](DiscoverOptions& o, double v) { o.width = static_cast<size_t>(v); },
       true},
      {"gamma",
       "gamma",
       "at 0: MSE at least 0.95, NLL 0.99",
       {-100, 0, 100},
       [](DiscoverOptions& o, double v) { o.gamma = v; },
       false},
  };
  return sweeps;
}

std::string RowOf(const Sweep& sweep, double value) {
  return fmt::format("{} = {:g}", sweep.name, value);
}

Plan MakePlan(const StudyOptions& options) {
  Plan plan;
  TablePlan table{
      "Lorenz-96 F10 T250, calibration set 0, off-diagonal AUROC, mean ± sd over seeds; the other settings are the "
      "paper's",
      "setting",
      {},
      {}};
  TableColumn paper = PaperColumn("paper (with diagonal)", {});
  for (const Sweep& sweep : Sweeps()) {
    for (const double value : sweep.values) {
      for (const char* objective : {"mse", "nll"}) {
        DiscoverOptions settings = PaperLorenz(10, 250, objective);
        sweep.set(settings, value);
        AddRuns(plan, RowOf(sweep, value), std::string(objective) == "mse" ? "MSE" : "NLL", {LorenzFile(10, 250, 0)},
                settings, Seeds(options, 3));
      }
      table.rows.push_back(RowOf(sweep, value));
      paper.texts[RowOf(sweep, value)] = sweep.paper;
    }
  }
  table.columns = {paper,
                   {"MSE", "MSE", "auroc", 3, {}},
                   {"NLL", "NLL", "auroc", 3, {}},
                   {"MSE with diagonal", "MSE", "auroc_diagonal", 3, {}},
                   {"NLL with diagonal", "NLL", "auroc_diagonal", 3, {}}};
  plan.tables.push_back(table);
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    for (const Sweep& sweep : Sweeps()) {
      for (const char* series : {"MSE", "NLL"}) {
        std::vector<double> means;
        for (const double value : sweep.values) {
          const Statistic s = results.Get(RowOf(sweep, value), series, "auroc_diagonal");
          if (s.count > 0) means.push_back(s.mean);
        }
        if (means.size() < 2) continue;
        const auto [low, high] = std::minmax_element(means.begin(), means.end());
        findings.push_back(fmt::format(
            "{}, {}: AUROC with the diagonal between {:.3f} and {:.3f} over the sweep; the paper's claim of high "
            "robustness {}.",
            sweep.label, series, *low, *high, *high - *low <= 0.05 ? "holds" : "does not hold"));
      }
    }
    return findings;
  };
  plan.pictures = [](const Results& results) {
    std::vector<LineChart> charts;
    for (const Sweep& sweep : Sweeps()) {
      LineChart chart;
      chart.title = sweep.label;
      chart.x.label = sweep.label;
      chart.y.label = "AUROC";
      chart.x.logarithmic = sweep.logarithmic;
      for (const char* series : {"MSE", "NLL"}) {
        LineSeries line;
        line.name = series;
        for (const double value : sweep.values) {
          const Statistic s = results.Get(RowOf(sweep, value), series, "auroc");
          if (s.count > 0) line.points.push_back({value, s.mean, std::isfinite(s.sd) ? s.sd : 0.0});
        }
        chart.series.push_back(std::move(line));
      }
      charts.push_back(std::move(chart));
    }
    return std::vector<FileContent>{{"sensitivity.svg", LineChartGridSvg(charts, 2)}};
  };
  return plan;
}

}  // namespace

extern const Experiment kSensitivity;
const Experiment kSensitivity = {"sensitivity", "lambda, lags, width and gamma, one at a time, on calibration set 0",
                                 "sensitivity figure", MakePlan};

}  // namespace mask2cause
