#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace mask2cause {

struct AxisTick {
  double value;
  std::string text;
};

// The values an axis has to show.
struct AxisRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return low > high; }
  void Include(double value);
};

// Is there a place on such an axis for it? Not when it is not finite or, on a logarithmic axis, not above zero. Values
// at the very ends of what a double can hold have none either, as the distance between two of them overflows.
bool HasPlaceOnAxis(double value, bool logarithmic);

// An axis over a range, with at least two ticks inside at round values. An empty range gives 0..1 (1..100), one of no
// width is widened.
class AxisScale {
 public:
  AxisScale(const AxisRange& range, bool logarithmic, size_t most_ticks);

  double Fraction(double value) const;  // 0 at the low end, 1 at the high end; held to these
  const std::vector<AxisTick>& ticks() const { return ticks_; }

 private:
  double Place(double value) const;

  bool logarithmic_;
  double low_ = 0;
  double high_ = 1;
  std::vector<AxisTick> ticks_;
};

// A few significant digits: 0.25, 1000, 2e-7.
std::string CompactNumber(double value, int digits = 6);

}  // namespace mask2cause
