// Parameters and operations over L and N, and what a training step really takes.
#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <chrono>
#include <cmath>
#include <fstream>

#include "core/rng.h"
#include "model/cost.h"
#include "report/line_chart.h"
#include "study/experiment.h"
#include "train/stepper.h"

namespace mask2cause {
namespace {

constexpr size_t kSizes[] = {5, 10, 20, 50, 100, 200, 500, 1000, 2000};
constexpr size_t kWindows = 32;

ModelConfig PaperShape(size_t variables, size_t lags, bool likelihood) {
  ModelConfig config;
  config.variables = variables;
  config.lags = lags;
  config.objective = likelihood ? Objective::kGaussian : Objective::kMse;
  return config;
}

// The largest memory of the process since it was last reset, in MB; NaN where the system does not tell.
double PeakMegabytes() {
  std::ifstream in("/proc/self/status");
  std::string word;
  while (in >> word) {
    double kilobytes = 0.0;
    if (word == "VmHWM:" && in >> kilobytes) return kilobytes / 1024.0;
  }
  return std::nan("");
}

// Gives what earlier runs left in the heap back first: it would be used again and not be seen.
void ResetPeak() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream("/proc/self/clear_refs") << "5";
}

struct StepCost {
  double milliseconds, megabytes;
};

StepCost MeasureStep(const Model& model) {
  ResetPeak();
  const double before = PeakMegabytes();
  ThreadPool pool(1);
  Parameters parameters(model.layout.size());
  InitializeParameters(model, 1, -1.0, parameters.values.data());
  Stepper stepper(model, {0.01, 0.1, 1, kWindows}, pool);
  const size_t n = model.config.variables, lags = model.config.lags;
  std::vector<float> x(kWindows * n * lags), target(kWindows * n);
  Rng rng(1, 0);
  for (float& value : x) value = static_cast<float>(rng.Normal());
  for (float& value : target) value = static_cast<float>(rng.Normal());
  const Batch batch{{x.data(), kWindows * n, lags, lags}, target.data(), nullptr, kWindows};
  // The median of at least three steps after the first, for about half a second.
  std::vector<double> times;
  double total = 0.0;
  for (size_t step = 0; step < 4 || (total < 500.0 && step < 200); ++step) {
    const auto start = std::chrono::steady_clock::now();
    stepper.ComputeGradient(batch, parameters);
    stepper.Update(parameters, 1e-3);
    const double took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (step > 0) times.push_back(took);
    total += took;
  }
  std::nth_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(times.size() / 2), times.end());
  return {times[times.size() / 2], PeakMegabytes() - before};
}

// `run.variant` is "counts" or "measure"; the shape is in the options.
RunOutcome CountAndMeasure(const StudyRun& run, const RunContext&) {
  RunOutcome outcome;
  const auto start = std::chrono::steady_clock::now();
  for (const bool likelihood : {false, true}) {
    const Model model(PaperShape(run.data.variables, run.options.lags, likelihood));
    const std::string suffix = likelihood ? "_nll" : "";
    outcome.measures["parameters_m" + suffix] = static_cast<double>(ParametersWithoutIdentity(model)) / 1e6;
    outcome.measures["all_parameters_m" + suffix] = static_cast<double>(model.ParameterCount()) / 1e6;
    outcome.measures["forward_mflop" + suffix] = ForwardFlops(model) / 1e6;
    if (likelihood || run.variant != "measure") continue;
    const StepCost cost = MeasureStep(model);
    outcome.measures["step_ms"] = cost.milliseconds;
    if (std::isfinite(cost.megabytes)) outcome.measures["step_mb"] = cost.megabytes;
  }
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return outcome;
}

std::string RowOf(size_t variables, size_t lags) {
  return fmt::format("N={} L={}", variables, lags);
}

void AddShape(Plan& plan, size_t variables, size_t lags, bool measure) {
  StudyRun run;
  run.row = RowOf(variables, lags);
  run.series = "M=2, d=64";
  run.data.variables = variables;
  run.data.rows = kWindows;
  run.data.name = "counted";
  run.options.lags = lags;
  run.options.epochs = measure ? 200 : 1;
  run.options.members = 1;
  run.options.judges = "none";
  run.variant = measure ? "measure" : "counts";
  run.function = CountAndMeasure;
  plan.runs.push_back(std::move(run));
}

struct PaperCount {
  size_t variables, lags;
  double parameters, flops;
};
constexpr PaperCount kPaper[] = {
    {10, 5, 0.1005, 2.05}, {2000, 5, 4.1004, 2510.85}, {10, 2000, 0.2282, 4.60}, {2000, 2000, 4.2281, 3021.57}};

std::vector<FileContent> Pictures(const Results& results) {
  const auto chart = [&](const char* title, const char* x, const char* y, const char* measure, bool over_lags) {
    LineChart result;
    result.title = title;
    result.x.label = x;
    result.y.label = y;
    result.x.logarithmic = result.y.logarithmic = true;
    LineSeries line;
    line.name = "Mask2Cause, M=2, d=64";
    for (const size_t size : kSizes) {
      const Statistic s = results.Get(over_lags ? RowOf(10, size) : RowOf(size, 5), "M=2, d=64", measure);
      if (s.count > 0) line.points.push_back({static_cast<double>(size), s.mean, 0.0});
    }
    result.series.push_back(std::move(line));
    return result;
  };
  return {{"complexity.svg",
           LineChartGridSvg(
               {chart("Operations over lags, N=10", "lags L", "MFLOP, forward", "forward_mflop", true),
                chart("Operations over variables, L=5", "variables N", "MFLOP, forward", "forward_mflop", false),
                chart("Time of a training step, 32 windows", "variables N", "ms, one thread", "step_ms", false),
                chart("Peak memory of training", "variables N", "MB", "step_mb", false)},
               2)}};
}

Plan MakePlan(const StudyOptions&) {
  Plan plan;
  plan.alone = true;
  TablePlan table{
      "d=64, M=2. Parameters without the identity embedding (as the paper counts), forward operations for one window",
      "shape",
      {},
      {}};
  TablePlan measured{
      "A training step of 32 windows, L=5, one thread: median time, and memory on top of the program's own",
      "shape",
      {},
      {}};
  for (const size_t lags : kSizes) AddShape(plan, 10, lags, lags == 5);
  for (const size_t variables : kSizes) {
    if (variables != 10) AddShape(plan, variables, 5, true);
  }
  AddShape(plan, 2000, 2000, false);
  TableColumn parameters = PaperColumn("paper: parameters, M", {}), flops = PaperColumn("paper: MFLOP", {});
  for (const PaperCount& paper : kPaper) {
    parameters.texts[RowOf(paper.variables, paper.lags)] = fmt::format("{:.4f}", paper.parameters);
    flops.texts[RowOf(paper.variables, paper.lags)] = fmt::format("{:.2f}", paper.flops);
  }
  for (const StudyRun& run : plan.runs) table.rows.push_back(run.row);
  table.columns = {parameters,
                   {"parameters, M", "M=2, d=64", "parameters_m", 4, {}},
                   {"with identity, M", "M=2, d=64", "all_parameters_m", 4, {}},
                   flops,
                   {"MFLOP", "M=2, d=64", "forward_mflop", 2, {}},
                   {"MFLOP, NLL", "M=2, d=64", "forward_mflop_nll", 2, {}}};
  for (const size_t variables : kSizes) measured.rows.push_back(RowOf(variables, 5));
  measured.columns = {{"step, ms", "M=2, d=64", "step_ms", 3, {}}, {"memory, MB", "M=2, d=64", "step_mb", 1, {}}};
  plan.tables = {table, measured};
  plan.findings = [](const Results& results) {
    std::vector<std::string> findings;
    for (const PaperCount& paper : kPaper) {
      const std::string row = RowOf(paper.variables, paper.lags);
      const double ours = results.Mean(row, "M=2, d=64", "forward_mflop");
      if (!(ours > 0.0)) continue;
      findings.push_back(fmt::format("{}: {:.2f} MFLOP, {:+.1f} % against the paper's {:.2f}.", row, ours,
                                     100.0 * (ours / paper.flops - 1.0), paper.flops));
    }
    return findings;
  };
  plan.pictures = Pictures;
  return plan;
}

}  // namespace

extern const Experiment kComplexity;
const Experiment kComplexity = {"complexity",
                                "parameters and operations over L and N; time and memory of a step over N",
                                "complexity tables and figures", MakePlan};

}  // namespace mask2cause
