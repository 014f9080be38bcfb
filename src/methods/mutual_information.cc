#include "methods/mutual_information.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace mask2cause {
namespace {

constexpr double kDigammaOfOne = -0.57721566490153286;

// The k smallest of many distances, ascending.
class Nearest {
 public:
  explicit Nearest(size_t k) : distances_(k, std::numeric_limits<double>::infinity()) {}

  double farthest() const { return distances_.back(); }
  void Add(double distance) {
    size_t at = distances_.size() - 1;
    for (; at > 0 && distance < distances_[at - 1]; --at) distances_[at] = distances_[at - 1];
    distances_[at] = distance;
  }

 private:
  std::vector<double> distances_;
};

// Distance to the k-th nearest neighbour of the point at place `i`, in the larger of the two coordinates' distances.
// The points are sorted by x, so that the search to either side ends where x alone is too far.
double DistanceToNeighbour(const std::vector<double>& x, const std::vector<double>& y, size_t i, size_t k) {
  Nearest nearest(k);
  const auto look = [&](size_t other, double step) {
    const double aside = std::abs(y[other] - y[i]);
    if (aside < nearest.farthest()) nearest.Add(std::max(step, aside));
  };
  for (size_t other = i + 1; other < x.size() && x[other] - x[i] < nearest.farthest(); ++other) {
    look(other, x[other] - x[i]);
  }
  for (size_t other = i; other > 0 && x[i] - x[other - 1] < nearest.farthest(); --other) {
    look(other - 1, x[i] - x[other - 1]);
  }
  return nearest.farthest();
}

// How many of the sorted values are closer to `value` than `radius`; it is one of them and counts.
size_t CountCloser(const std::vector<double>& sorted, double value, double radius) {
  const auto middle = std::lower_bound(sorted.begin(), sorted.end(), value);
  const auto first = std::partition_point(sorted.begin(), middle, [&](double v) { return value - v >= radius; });
  const auto last = std::partition_point(middle, sorted.end(), [&](double v) { return v - value < radius; });
  return static_cast<size_t>(std::max<ptrdiff_t>(1, last - first));
}

}  // namespace

double MutualInformation(std::span<const double> x, std::span<const double> y, size_t neighbours) {
  const size_t count = x.size();
  if (count <= neighbours) return 0.0;
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return x[a] < x[b] || (x[a] == x[b] && a < b); });
  std::vector<double> by_x(count), y_of(count);
  for (size_t i = 0; i < count; ++i) {
    by_x[i] = x[order[i]];
    y_of[i] = y[order[i]];
  }
  std::vector<double> by_y = y_of, digammas(count + 1);
  std::sort(by_y.begin(), by_y.end());
  digammas[1] = kDigammaOfOne;
  for (size_t i = 1; i < count; ++i) digammas[i + 1] = digammas[i] + 1.0 / static_cast<double>(i);
  double sum = 0.0;
  for (size_t i = 0; i < count; ++i) {
    const double radius = DistanceToNeighbour(by_x, y_of, i, neighbours);
    sum += digammas[CountCloser(by_x, by_x[i], radius)] + digammas[CountCloser(by_y, y_of[i], radius)];
  }
  return std::max(0.0, digammas[count] + digammas[neighbours] - sum / static_cast<double>(count));
}

}  // namespace mask2cause
