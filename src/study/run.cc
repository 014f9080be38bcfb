#include "study/run.h"

#include <fmt/format.h>

#include "core/sealed_file.h"
#include "kernels/isa.h"
#include "mask2cause/options.h"
#include "mask2cause/version.h"
#include "study/cost.h"

namespace mask2cause {

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
  return ExpectedFitSeconds(run.options, run.data.variables, run.data.rows);
}

}  // namespace mask2cause
