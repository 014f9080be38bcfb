// Recognises the column that says when a row was taken, and measures how even its steps are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

// Seconds since 1970 of 2024-01-31, 2024/01/31 or 2024-01, with [T ]hh:mm[:ss[.fff]] and Z or +hh:mm if wanted.
std::optional<double> ParseIsoDate(std::string_view text);

// "time", "date", "timestamp" and the like: any increasing numbers under such a name are times.
bool IsTimeName(std::string_view name);
// "index", "step", "unnamed: 0" and the like: an evenly counting column under such a name is a counter.
bool IsCounterName(std::string_view name);

// Why a column is suspected to be time; decides what its cells must look like for the suspicion to hold.
enum class TimeEvidence {
  kNamedByUser,  // anything that can be read as time
  kTimeName,     // dates, or increasing numbers
  kCounterName,  // dates, increasing epoch seconds, or numbers with one constant step
  kFirstColumn,  // dates, increasing epoch seconds, or whole numbers that count by 1
};

// Follows a suspected time column cell by cell. Keeps the values, so that they can still become a variable.
class TimeTracker {
 public:
  TimeTracker(std::string name, TimeEvidence evidence) : name_(std::move(name)), evidence_(evidence) {}

  void StartTrajectory() { previous_.reset(); }
  // False when the text is neither a date nor a number nor missing.
  bool Add(std::string_view text);
  void Add(double value, std::string_view text);

  // The cells so far can be time. Once false it stays so, and values() are those of an ordinary variable.
  bool plausible() const { return plausible_; }
  // Enough rows to be sure; asked at the end.
  bool convincing() const;
  bool holds_dates() const { return dates_; }
  const std::vector<double>& values() const { return values_; }  // NaN where missing
  const std::string& name() const { return name_; }
  TimeEvidence evidence() const { return evidence_; }

  // The summary, and a warning when rows are unevenly spaced or go back in time.
  TimeColumn Summary(const std::vector<Trajectory>& trajectories, std::vector<std::string>* warnings) const;

 private:
  bool StepIsPlausible(double step);

  std::string name_;
  TimeEvidence evidence_;
  std::vector<double> values_;
  std::optional<double> previous_;
  std::optional<double> first_step_;
  bool plausible_ = true;
  bool dates_ = false;
  bool epoch_ = false;
  std::string first_, last_;
};

}  // namespace mask2cause
