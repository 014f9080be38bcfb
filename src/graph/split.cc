#include "graph/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// How many of the sorted values belong to the low cluster in the best split; 0 when all are equal.
// Least squares within the clusters is most squares between them: low * high / n * (difference of the means)^2.
size_t BestLowCount(const std::vector<double>& sorted) {
  const size_t n = sorted.size();
  const double shift = sorted[n / 2];  // keeps the sums small, and so the differences of means exact
  double total = 0.0;
  for (double value : sorted) total += value - shift;
  size_t best_count = 0;
  double best_between = 0.0, low_sum = 0.0;
  for (size_t low = 1; low < n; ++low) {
    low_sum += sorted[low - 1] - shift;
    if (sorted[low] == sorted[low - 1]) continue;  // equal scores stay together
    const double low_size = static_cast<double>(low), high_size = static_cast<double>(n - low);
    const double difference = (total - low_sum) / high_size - low_sum / low_size;
    const double between = low_size * high_size * difference * difference;
    if (between > best_between) {
      best_between = between;
      best_count = low;
    }
  }
  return best_count;
}

double Mean(const std::vector<double>& values, size_t begin, size_t end) {
  double sum = 0.0;
  for (size_t i = begin; i < end; ++i) sum += values[i] - values[begin];
  return values[begin] + sum / static_cast<double>(end - begin);
}

size_t CountWithin(const std::vector<double>& sorted, double centre, double radius) {
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), centre - radius);
  return static_cast<size_t>(std::upper_bound(first, sorted.end(), centre + radius) - first);
}

// Chance of `few` or fewer heads in few + many throws of a fair coin.
double FairCoinTail(size_t few, size_t many) {
  const double throws = static_cast<double>(few + many);
  double tail = 0.0;
  for (size_t k = 0; k <= few; ++k) {
    const double heads = static_cast<double>(k);
    const double log_ways = std::lgamma(throws + 1.0) - std::lgamma(heads + 1.0) - std::lgamma(throws - heads + 1.0);
    tail += std::exp(log_ways - throws * std::log(2.0));
  }
  return tail;
}

// See ScoreSplit::two_humped. A hard split of any cloud looks separated by the usual measures (Ashman's D is 3.5 for
// uniform numbers), so the question asked is whether there is a valley between the centres.
bool IsTwoHumped(const std::vector<double>& sorted, const ScoreSplit& split) {
  constexpr size_t kFewest = 6;  // fewer numbers always have a gap somewhere
  constexpr double kChance = 0.01;
  const double distance = split.high_centre - split.low_centre;
  if (sorted.size() < kFewest || !(distance > 0.0)) return false;
  if (split.gap >= 2.0 / 3.0 * distance) return true;
  const double radius = distance / 6.0;
  const size_t valley = CountWithin(sorted, split.low_centre + 0.5 * distance, radius);
  const size_t hump =
      std::min(CountWithin(sorted, split.low_centre, radius), CountWithin(sorted, split.high_centre, radius));
  return valley < hump && FairCoinTail(valley, hump) < kChance;
}

}  // namespace

ScoreSplit SplitValues(std::vector<double> values) {
  ScoreSplit split;
  if (values.empty()) return split;
  std::sort(values.begin(), values.end());
  const size_t low = BestLowCount(values);
  if (low == 0) {
    split.threshold = split.low_centre = split.high_centre = values.front();
    return split;
  }
  const double below = values[low - 1], above = values[low];
  split.gap = above - below;
  split.threshold = below + 0.5 * split.gap;
  if (split.threshold >= above) split.threshold = below;  // neighbouring doubles have no middle
  split.low_centre = Mean(values, 0, low);
  split.high_centre = Mean(values, low, values.size());
  split.above = values.size() - low;
  split.two_humped = IsTwoHumped(values, split);
  return split;
}

ScoreSplit SplitScores(const ScoreMatrix& scores) {
  const size_t n = scores.size();
  std::vector<double> off_diagonal;
  off_diagonal.reserve(n * n);
  for (size_t target = 0; target < n; ++target) {
    for (size_t source = 0; source < n; ++source) {
      const double score = scores.at(target, source);
      if (!std::isfinite(score)) {
        throw Error(ErrorKind::kData,
                    fmt::format("the score of {} -> {} is {}", scores.names[source], scores.names[target], score),
                    "scores must be finite numbers");
      }
      if (target != source) off_diagonal.push_back(score);
    }
  }
  return SplitValues(std::move(off_diagonal));
}

}  // namespace mask2cause
