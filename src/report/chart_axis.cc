#include "report/chart_axis.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace mask2cause {
namespace {

constexpr double kMostMagnitude = 1e300;
constexpr double kLeastOnLog = 1e-280;
// A range narrower than this, beside its values or at all, counts as one value: ticks could not be told apart.
constexpr double kNarrowest = 1e-9;
constexpr double kNarrowestAtAll = 1e-290;
// Rounding slack when an end of the range lies on a tick.
constexpr double kSlack = 1e-9;
// On a logarithmic axis whose ends are closer than this factor the ticks are spaced evenly in value.
constexpr double kNarrowFactor = 10;
// With fewer, an axis could be left with a single tick.
constexpr size_t kFewestTicks = 6;
// Larger numbers are written with an exponent, and so are steps below the other bound.
constexpr double kFirstWithExponent = 1e6;
constexpr double kLastFixedStep = 1e-5;

AxisRange Widened(AxisRange range) {
  const double magnitude = std::max(std::abs(range.low), std::abs(range.high));
  if (range.high - range.low > std::max(kNarrowest * magnitude, kNarrowestAtAll)) return range;
  const double pad = magnitude > kNarrowestAtAll ? 0.1 * magnitude : 1.0;
  return {range.low - pad, range.high + pad};
}

// The smallest of 1, 2, 5 times a power of ten that is not below.
double NiceStep(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - kSlack)) return factor * power;
  }
  return 10 * power;
}

struct TickRun {
  double step;
  double first;  // in steps
  double last;
};

// Inside the range: an axis that ended on ticks would waste up to half of itself.
TickRun LinearTicks(const AxisRange& range, size_t most_ticks) {
  const double step = NiceStep((range.high - range.low) / static_cast<double>(most_ticks - 1));
  return {step, std::ceil(range.low / step - kSlack), std::floor(range.high / step + kSlack)};
}

std::string LinearTickText(double value, double step, double magnitude) {
  const int step_exponent = static_cast<int>(std::floor(std::log10(step) + kSlack));
  if (magnitude < kFirstWithExponent && step >= kLastFixedStep) {
    return fmt::format("{:.{}f}", value, std::max(0, -step_exponent));
  }
  const int exponent = static_cast<int>(std::floor(std::log10(magnitude)));
  return CompactNumber(value, std::clamp(exponent - step_exponent + 1, 1, 15));
}

std::vector<AxisTick> TicksOf(const TickRun& run) {
  const double magnitude = run.step * std::max(std::abs(run.first), std::abs(run.last));
  std::vector<AxisTick> ticks;
  for (double i = run.first; i <= run.last; ++i) {
    const double value = i == 0 ? 0.0 : i * run.step;  // no "-0"
    ticks.push_back({value, LinearTickText(value, run.step, magnitude)});
  }
  return ticks;
}

// The levels 1, 2, 5, 10, 20, 50, ... are numbered, 1 being number 0.
double Level(int number) {
  constexpr double kFactors[] = {1, 2, 5};
  const int decade = static_cast<int>(std::floor(number / 3.0));
  return kFactors[number - 3 * decade] * std::pow(10.0, decade);
}

int LevelAtOrAbove(double value) {
  int number = 3 * static_cast<int>(std::floor(std::log10(value))) - 1;
  while (Level(number) < value * (1 - kSlack)) ++number;
  return number;
}

std::vector<AxisTick> LogTicks(const AxisRange& range, size_t most_ticks) {
  const int first = LevelAtOrAbove(range.low);
  const int last = LevelAtOrAbove(range.high * (1 + 2 * kSlack)) - 1;
  int stride = 1;
  if (static_cast<size_t>(last - first) >= most_ticks) {
    const size_t decades = static_cast<size_t>(last - first) / 3 + 1;
    stride = 3 * static_cast<int>((decades + most_ticks - 1) / most_ticks);  // whole decades
  }
  std::vector<AxisTick> ticks;
  for (int number = first; number <= last; ++number) {
    if (number % stride == 0) ticks.push_back({Level(number), CompactNumber(Level(number))});
  }
  return ticks;
}

}  // namespace

void AxisRange::Include(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

bool HasPlaceOnAxis(double value, bool logarithmic) {
  return std::isfinite(value) && std::abs(value) <= kMostMagnitude && (!logarithmic || value >= kLeastOnLog);
}

AxisScale::AxisScale(const AxisRange& range, bool logarithmic, size_t most_ticks) : logarithmic_(logarithmic) {
  most_ticks = std::max(most_ticks, kFewestTicks);
  const AxisRange nothing = logarithmic ? AxisRange{1, 100} : AxisRange{0, 1};
  const AxisRange shown = Widened(range.empty() ? nothing : range);
  low_ = Place(shown.low);
  high_ = Place(shown.high);
  const bool even = !logarithmic || shown.high < kNarrowFactor * shown.low;
  ticks_ = even ? TicksOf(LinearTicks(shown, most_ticks)) : LogTicks(shown, most_ticks);
}

double AxisScale::Place(double value) const {
  return logarithmic_ ? std::log10(std::max(value, kLeastOnLog)) : value;
}

double AxisScale::Fraction(double value) const {
  return std::clamp((Place(value) - low_) / (high_ - low_), 0.0, 1.0);
}

std::string CompactNumber(double value, int digits) {
  std::string text = fmt::format("{:.{}g}", value == 0 ? 0.0 : value, digits);
  const size_t e = text.find('e');
  if (e == std::string::npos) return text;
  const std::string sign = text[e + 1] == '-' ? "-" : "";
  const size_t exponent = text.find_first_not_of("+-0", e + 1);
  return text.substr(0, e + 1) + sign + text.substr(exponent);
}

}  // namespace mask2cause
