#include "study/graph_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/heat_map.h"

namespace mask2cause {

void KeepScoresOfFirst(Plan& plan, const std::string& row, const std::string& series) {
  const auto first = std::find_if(plan.runs.begin(), plan.runs.end(),
                                  [&](const StudyRun& run) { return run.row == row && run.series == series; });
  if (first != plan.runs.end()) first->keep_scores = true;
}

void AddGraphPicture(const Results& results, const std::string& row, const std::string& series, const std::string& file,
                     std::vector<FileContent>& files) {
  for (const RunOutcome& outcome : results.Of(row, series)) {
    if (outcome.scores.empty()) continue;
    const size_t size = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(outcome.scores.size()))));
    std::vector<std::string> names;
    for (size_t i = 1; i <= size; ++i) names.push_back(fmt::format("x{}", i));
    const std::string found = fmt::format("{}, {}: AUROC {:.3f}", row, series, outcome.measures.at("auroc"));
    files.push_back({file, HeatMapSvg({{"true graph", names, outcome.truth}, {found, names, outcome.scores}})});
    return;
  }
}

}  // namespace mask2cause
