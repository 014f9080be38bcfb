#include "study/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/sealed_file.h"
#include "kernels/isa.h"
#include "mask2cause/options.h"
#include "mask2cause/version.h"
#include "methods/effort.h"

namespace mask2cause {
namespace {

constexpr double kFlopPerSecond = 1e11;     // of one core
constexpr double kSecondsPerStep = 1e-4;    // whatever its size
constexpr double kStepsByDefault = 2250.0;  // of a member, where the data decide; at most

}  // namespace

std::string RunKey(const StudyRun& run) {
  std::string text = fmt::format("version={}\nvariant={}\n", Version(), run.variant);
  for (const auto& [name, value] : OptionTexts(run.options)) {
    if (name != "threads" && !value.empty()) text += fmt::format("{}={}\n", name, value);
  }
  if (run.options.isa == "auto") text += fmt::format("instruction set={}\n", CurrentIsa());
  const DataSource& data = run.data;
  const SimulateOptions& s = data.simulation;
  text += fmt::format("bytes={}\n", data.bytes);
  text += fmt::format("trajectory_rows={}\ngraded={}\nnoise={}\nlags={}\ndensity={}\nforcing={}\nratio={}\n",
                      data.trajectory_rows, data.graded, s.noise, s.lags, s.density, s.forcing, s.variance_ratio);
  if (data.missing > 0.0) text += fmt::format("missing={}\n", data.missing);
  return fmt::format("{} | {} | {} | seed {} | {:016x}", run.row, run.series, data.name, run.options.seed,
                     HashText(text));
}

double ExpectedSeconds(const StudyRun& run) {
  const DiscoverOptions& o = run.options;
  const double n = static_cast<double>(run.data.variables), rows = static_cast<double>(run.data.rows);
  if (o.method != "m2c") return 1e-9 * rows * std::pow(n * static_cast<double>(std::max<size_t>(3, o.lags)), 2.0);
  const double d = static_cast<double>(o.width), b = static_cast<double>(o.batch);
  const double graphs = o.objective == "dual" ? 2.0 : 1.0;
  const double blocks = static_cast<double>(o.layers) + 0.67 * static_cast<double>(o.pre_blocks);
  const double flop =
      3.0 * graphs * (24.0 * blocks * b * n * d * d + 4.0 * static_cast<double>(o.layers) * b * n * n * d);
  const double each = o.epochs == 0 ? kStepsByDefault : static_cast<double>(o.epochs) * std::ceil(rows / b);
  const double steps = static_cast<double>(MemberCount(o) + JudgeCount(o) / 2) * each;
  return steps * (kSecondsPerStep + flop / kFlopPerSecond);
}

}  // namespace mask2cause
