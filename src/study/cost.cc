#include "study/cost.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "methods/effort.h"

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

// A neural method of others: nanoseconds of a step, or of a pass over the data, for each row: n1 n + n2 n n. Measured
// with 10, 40 and 100 variables.
struct Cost {
  const char* method;
  double steps;  // unless the options say so
  double n1, n2;
  double rows = 0.0;  // of a step, whatever the data have; 0: all of them
};
constexpr Cost kCosts[] = {
    {"cmlp", 5000, 0, 12},          {"clstm", 2000, 5000, 30},
    {"cuts", 100, 8000, 80},        {"cuts+", 64, 1700, 40},
    {"tcdf", 1000, 30, 9},          {"sru", 1200, 800, 5, 125},
    {"esru", 1200, 800, 5, 125},    {"causalformer", 100, 5500, 250},
    {"jrngc", 2000, 500, 11, 1024},
};

double Steps(const DiscoverOptions& options, double usual) {
  double steps = usual;  // stays when the option is no number
  std::from_chars(options.rival_steps.data(), options.rival_steps.data() + options.rival_steps.size(), steps);
  return steps;
}

}  // namespace

double ExpectedFitSeconds(const DiscoverOptions& options, size_t variables, size_t rows) {
  const double n = static_cast<double>(variables), all = static_cast<double>(rows);
  if (options.method == "m2c") return DefaultSeconds(options, n, all);
  for (const Cost& cost : kCosts) {
    if (options.method != cost.method) continue;
    const double seen = cost.rows > 0.0 ? std::min(cost.rows, all) : all;
    return 1e-9 * Steps(options, cost.steps) * seen * n * (cost.n1 + n * cost.n2);
  }
  return 1e-9 * all * std::pow(n * static_cast<double>(std::max<size_t>(3, options.lags)), 2.0);
}

}  // namespace mask2cause
