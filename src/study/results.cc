#include "study/results.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mask2cause {
namespace {

void AddOnce(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

}  // namespace

Statistic Summarise(const std::vector<double>& values) {
  Statistic result;
  result.count = values.size();
  result.mean = result.sd = std::numeric_limits<double>::quiet_NaN();
  if (values.empty()) return result;
  const double count = static_cast<double>(values.size());
  double sum = 0.0;
  for (const double value : values) sum += value;
  result.mean = sum / count;
  if (values.size() < 2) return result;
  double squares = 0.0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.sd = std::sqrt(squares / (count - 1.0));
  return result;
}

void Results::Add(const StudyRun& run, const RunOutcome& outcome) {
  AddOnce(rows_, run.row);
  AddOnce(series_, run.series);
  outcomes_[{run.row, run.series}].push_back(outcome);
}

bool Results::HasRow(const std::string& row) const {
  return std::find(rows_.begin(), rows_.end(), row) != rows_.end();
}

const std::vector<RunOutcome>& Results::Of(const std::string& row, const std::string& series) const {
  static const std::vector<RunOutcome> none;
  const auto found = outcomes_.find({row, series});
  return found == outcomes_.end() ? none : found->second;
}

std::vector<double> Results::Values(const std::string& row, const std::string& series,
                                    const std::string& measure) const {
  std::vector<double> values;
  for (const RunOutcome& outcome : Of(row, series)) {
    const auto found = outcome.measures.find(measure);
    if (found != outcome.measures.end()) values.push_back(found->second);
  }
  return values;
}

Statistic Results::Seconds(const std::string& row, const std::string& series) const {
  std::vector<double> values;
  for (const RunOutcome& outcome : Of(row, series)) values.push_back(outcome.seconds);
  return Summarise(values);
}

}  // namespace mask2cause
