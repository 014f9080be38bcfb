#include "rivals/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/denormals.h"
#include "rivals/finite_loss.h"

namespace mask2cause {

std::vector<double> TrainSideBySide(const MethodInput& input, size_t most_steps,
                                    const std::function<double(size_t target, size_t steps)>& advance) {
  constexpr size_t kRound = 20;
  const size_t n = input.variables.size();
  std::vector<double> losses(n), history;
  for (size_t taken = 0; taken < most_steps;) {
    const size_t steps = std::min(kRound, most_steps - taken);
    input.pool.Run(n, [&](size_t target, size_t) {
      const FlushDenormals flush;
      input.progress.StopIfCancelled();
      losses[target] = advance(target, steps);
    });
    taken += steps;
    double mean = 0.0;
    for (const double loss : losses) mean += loss / static_cast<double>(n);
    CheckLoss(input, mean, taken, "try --rival-scaling z-score, or a smaller --rival-lr");
    history.push_back(mean);
    input.progress.Report(static_cast<double>(taken) / static_cast<double>(most_steps),
                          fmt::format("step {}, loss {:.4g}", taken, mean));
  }
  return history;
}

}  // namespace mask2cause
