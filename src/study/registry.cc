#include <fmt/format.h>

#include "mask2cause/error.h"
#include "study/experiment.h"

namespace mask2cause {

extern const Experiment kLorenzVar, kCausalTime, kDream3, kMixed, kAblation, kMultiHop, kDepth, kLeakage, kMetrics,
    kThresholds, kScaling, kSensitivity, kComplexity, kDefaults, kRivals, kPruning, kPruningRivals, kFeatureSelection;

const std::vector<Experiment>& Experiments() {
  static const std::vector<Experiment> experiments = {
      kLorenzVar,  kCausalTime, kDream3,  kMixed,      kAblation,      kMultiHop,
      kDepth,      kLeakage,    kMetrics, kThresholds, kScaling,       kSensitivity,
      kComplexity, kDefaults,   kRivals,  kPruning,    kPruningRivals, kFeatureSelection,
  };
  return experiments;
}

const Experiment& FindExperiment(const std::string& name) {
  std::string known;
  for (const Experiment& experiment : Experiments()) {
    if (name == experiment.name) return experiment;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", experiment.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("there is no study '{}'", name), "choose one of: " + known);
}

void AddRuns(Plan& plan, const std::string& row, const std::string& series, const std::vector<DataSource>& data,
             const DiscoverOptions& options, size_t seeds) {
  for (size_t seed = 0; seed < seeds; ++seed) {
    for (size_t set = 0; set < data.size(); ++set) {
      StudyRun run;
      run.row = row;
      run.series = series;
      run.data = data[set];
      run.options = options;
      run.options.seed = 10 * seed + set + 1;
      plan.runs.push_back(std::move(run));
    }
  }
}

TableColumn PaperColumn(std::string title, std::map<std::string, std::string> texts) {
  return {.title = std::move(title), .series = {}, .measure = {}, .texts = std::move(texts)};
}

}  // namespace mask2cause
