#include "study/cost.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "methods/effort.h"
#include "methods/method.h"

namespace mask2cause {
namespace {

constexpr double kFlopPerSecond = 1e11;     // of one core
constexpr double kSecondsPerStep = 1e-4;    // whatever its size
constexpr double kStepsByDefault = 1500.0;  // of a member, with its part of the scouts, where the data decide

double DefaultSeconds(const DiscoverOptions& o, double n, double rows) {
  const double d = static_cast<double>(o.width), b = static_cast<double>(o.batch);
  const double graphs = o.objective == "dual" ? 2.0 : 1.0;
  const double blocks = static_cast<double>(o.layers) + 0.67 * static_cast<double>(o.pre_blocks);
  const double flop =
      3.0 * graphs * (24.0 * blocks * b * n * d * d + 4.0 * static_cast<double>(o.layers) * b * n * n * d);
  const double each = o.epochs == 0 ? kStepsByDefault : static_cast<double>(o.epochs) * std::ceil(rows / b);
  const double steps = static_cast<double>(MemberCount(o) + JudgeCount(o) / 2) * each;
  return steps * (kSecondsPerStep + flop / kFlopPerSecond);
}

double Steps(const DiscoverOptions& options, double usual) {
  double steps = usual;  // stays when the option is no number
  std::from_chars(options.rival_steps.data(), options.rival_steps.data() + options.rival_steps.size(), steps);
  return steps;
}

}  // namespace

double ExpectedFitSeconds(const DiscoverOptions& options, size_t variables, size_t rows) {
  const double n = static_cast<double>(variables), all = static_cast<double>(rows);
  if (options.method == "m2c") return DefaultSeconds(options, n, all);
  const NetworkCost& cost = FindMethod(options.method).cost;
  if (cost.steps > 0.0) {
    const double seen = cost.rows > 0.0 ? std::min(cost.rows, all) : all;
    return 1e-9 * Steps(options, cost.steps) * seen * n * (cost.n1 + n * cost.n2);
  }
  return 1e-9 * all * std::pow(n * static_cast<double>(std::max<size_t>(3, options.lags)), 2.0);
}

}  // namespace mask2cause
