// The outcomes of a study's runs, by row and series, in the order of the plan: the same runs give the same figures
// whatever order they finished in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "study/run.h"

namespace mask2cause {

struct Statistic {
  double mean = 0.0, sd = 0.0;  // sd of the sample; NaN for fewer than two
  size_t count = 0;
};
Statistic Summarise(const std::vector<double>& values);

class Results {
 public:
  void Add(const StudyRun& run, const RunOutcome& outcome);

  bool empty() const { return outcomes_.empty(); }
  bool HasRow(const std::string& row) const;
  const std::vector<RunOutcome>& Of(const std::string& row, const std::string& series) const;

  std::vector<double> Values(const std::string& row, const std::string& series, const std::string& measure) const;
  Statistic Get(const std::string& row, const std::string& series, const std::string& measure) const {
    return Summarise(Values(row, series, measure));
  }
  double Mean(const std::string& row, const std::string& series, const std::string& measure) const {
    return Get(row, series, measure).mean;
  }
  Statistic Seconds(const std::string& row, const std::string& series) const;

  const std::vector<std::string>& rows() const { return rows_; }
  const std::vector<std::string>& series() const { return series_; }

 private:
  std::map<std::pair<std::string, std::string>, std::vector<RunOutcome>> outcomes_;
  std::vector<std::string> rows_, series_;  // in the order they were first seen
};

}  // namespace mask2cause
