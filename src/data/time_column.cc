#include "data/time_column.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

#include "data/number.h"

namespace mask2cause {
namespace {

// Takes pieces off the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : rest_(text) {}
  bool done() const { return rest_.empty(); }
  bool Take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Exactly `count` digits, not above `largest`.
  std::optional<int> Digits(size_t count, int largest) {
    if (rest_.size() < count) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, count)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    if (value > largest) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }
  // The digits after a decimal point, as a fraction.
  std::optional<double> Fraction() {
    double value = 0.0, unit = 0.1;
    if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') return std::nullopt;
    for (; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; unit /= 10) {
      value += unit * (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    return value;
  }

 private:
  std::string_view rest_;
};

std::optional<double> ParseDay(Cursor& cursor) {
  const std::optional<int> year = cursor.Digits(4, 9999);
  if (!year) return std::nullopt;
  const char separator = cursor.Take('-') ? '-' : cursor.Take('/') ? '/' : '\0';
  if (separator == '\0') return std::nullopt;
  const std::optional<int> month = cursor.Digits(2, 12);
  if (!month) return std::nullopt;
  int day = 1;
  if (cursor.Take(separator)) {
    const std::optional<int> parsed = cursor.Digits(2, 31);
    if (!parsed) return std::nullopt;
    day = *parsed;
  }
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return 86400.0 * static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
}

std::optional<double> ParseClock(Cursor& cursor) {
  const std::optional<int> hour = cursor.Digits(2, 24);
  if (!hour || !cursor.Take(':')) return std::nullopt;
  const std::optional<int> minute = cursor.Digits(2, 59);
  if (!minute) return std::nullopt;
  double seconds = *hour * 3600.0 + *minute * 60.0;
  if (!cursor.Take(':')) return seconds;
  const std::optional<int> second = cursor.Digits(2, 60);
  if (!second) return std::nullopt;
  seconds += *second;
  if (!cursor.Take('.')) return seconds;
  const std::optional<double> fraction = cursor.Fraction();
  if (!fraction) return std::nullopt;
  return seconds + *fraction;
}

// Seconds to subtract for "Z", "+02:00", "-0530" or nothing.
std::optional<double> ParseZone(Cursor& cursor) {
  if (cursor.done() || cursor.Take('Z')) return 0.0;
  const double sign = cursor.Take('+') ? 1.0 : cursor.Take('-') ? -1.0 : 0.0;
  if (sign == 0.0) return std::nullopt;
  const std::optional<int> hours = cursor.Digits(2, 14);
  if (!hours) return std::nullopt;
  cursor.Take(':');
  const std::optional<int> minutes = cursor.done() ? 0 : cursor.Digits(2, 59);
  if (!minutes) return std::nullopt;
  return sign * (*hours * 3600.0 + *minutes * 60.0);
}

bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> known) {
  const std::string lower = ToLower(TrimBlanks(name));
  return std::find(known.begin(), known.end(), lower) != known.end();
}

// 1980 to 2100 in seconds, or in milliseconds.
bool LooksLikeEpoch(double value) {
  return (value > 3.15e8 && value < 4.11e9) || (value > 3.15e11 && value < 4.11e12);
}

bool NearlyEqual(double step, double typical) {
  return std::abs(step - typical) <= 0.01 * std::abs(typical);
}

// Differences of consecutive rows, never across trajectories; NaN next to a missing time.
std::vector<double> Steps(const std::vector<double>& times, const std::vector<Trajectory>& trajectories) {
  std::vector<double> steps;
  steps.reserve(times.size());
  for (const Trajectory& trajectory : trajectories) {
    for (size_t r = trajectory.first_row + 1; r < trajectory.first_row + trajectory.rows; ++r) {
      steps.push_back(times[r] - times[r - 1]);
    }
  }
  return steps;
}

double Median(std::vector<double> values) {
  std::erase_if(values, [](double v) { return std::isnan(v); });
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::optional<double> ParseIsoDate(std::string_view text) {
  text = TrimBlanks(text);
  if (text.size() < 7) return std::nullopt;
  Cursor cursor(text);
  std::optional<double> seconds = ParseDay(cursor);
  if (!seconds || cursor.done()) return seconds;
  if (!cursor.Take('T') && !cursor.Take(' ')) return std::nullopt;
  const std::optional<double> clock = ParseClock(cursor);
  if (!clock) return std::nullopt;
  const std::optional<double> zone = ParseZone(cursor);
  if (!zone || !cursor.done()) return std::nullopt;
  return *seconds + *clock - *zone;
}

bool IsTimeName(std::string_view name) {
  return IsOneOf(name, {"time", "t", "date", "datetime", "timestamp", "date_time", "time_stamp", "date time", "epoch"});
}

bool IsCounterName(std::string_view name) {
  return IsOneOf(name, {"", "index", "idx", "step", "row", "unnamed", "unnamed: 0"});
}

bool TimeTracker::Add(std::string_view text) {
  if (IsMissingToken(text)) {
    Add(std::numeric_limits<double>::quiet_NaN(), text);
    return true;
  }
  const bool first = first_.empty();
  if (first || dates_) {
    const std::optional<double> date = ParseIsoDate(text);
    if (date && first) dates_ = true;
    if (date) Add(*date, text);
    if (date || dates_) return date.has_value();
  }
  const std::optional<double> number = ParseNumber(text);
  if (number) Add(*number, text);
  return number.has_value();
}

void TimeTracker::Add(double value, std::string_view text) {
  values_.push_back(value);
  const bool certain = dates_ || evidence_ == TimeEvidence::kNamedByUser;
  if (std::isnan(value)) {
    if (!certain) plausible_ = false;
    return;
  }
  if (first_.empty()) {
    first_ = text;
    epoch_ = !dates_ && LooksLikeEpoch(value);
    const bool must_be_whole = evidence_ == TimeEvidence::kFirstColumn && !dates_ && !epoch_;
    if (must_be_whole && value != std::floor(value)) plausible_ = false;
  }
  last_ = text;
  if (previous_ && !certain && !StepIsPlausible(value - *previous_)) plausible_ = false;
  previous_ = value;
}

bool TimeTracker::StepIsPlausible(double step) {
  if (!(step > 0.0)) return false;
  if (!first_step_) first_step_ = step;
  if (evidence_ == TimeEvidence::kTimeName || epoch_) return true;
  if (evidence_ == TimeEvidence::kFirstColumn) return step == 1.0;
  return NearlyEqual(step, *first_step_);
}

bool TimeTracker::convincing() const {
  constexpr size_t kEnoughRows = 3;
  const bool certain = dates_ || evidence_ == TimeEvidence::kNamedByUser || evidence_ == TimeEvidence::kTimeName;
  return plausible_ && (certain || values_.size() >= kEnoughRows);
}

TimeColumn TimeTracker::Summary(const std::vector<Trajectory>& trajectories, std::vector<std::string>* warnings) const {
  TimeColumn column;
  column.name = name_;
  column.first = first_;
  column.last = last_;
  column.kind = dates_ ? TimeKind::kIsoDate : epoch_ ? TimeKind::kEpochSeconds : TimeKind::kCounter;
  const std::vector<double> steps = Steps(values_, trajectories);
  column.typical_step = Median(steps);
  size_t backwards = 0;
  for (const double step : steps) {
    if (!NearlyEqual(step, column.typical_step)) ++column.uneven_steps;
    if (step <= 0.0) ++backwards;
  }
  if (backwards > 0) {
    warnings->push_back(
        fmt::format("the time column '{}' does not increase in {} of {} steps; sort the rows by time, or "
                    "split the file into one per trajectory",
                    name_, backwards, steps.size()));
  }
  if (column.uneven_steps > 0) {
    warnings->push_back(
        fmt::format("uneven sampling: {} of {} steps of the time column '{}' differ from the typical {:g} by "
                    "more than 1 %; lags count rows, so resample to even steps",
                    column.uneven_steps, steps.size(), name_, column.typical_step));
  }
  return column;
}

}  // namespace mask2cause
