// Times our training step: gather excluded, everything else (forward, loss, backward, Adam) included.
// Usage: bench-step NAME N d L B M P threads seconds -> one tab-separated line: name, threads, median ms, min ms
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "core/rng.h"
#include "train/stepper.h"

namespace {

using namespace mask2cause;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 10) {
    fmt::print(stderr, "usage: bench-step NAME N d L B M P threads seconds\n");
    return 2;
  }
  const auto number = [&](int i) { return static_cast<size_t>(std::atol(argv[i])); };
  ModelConfig config;
  config.variables = number(2);
  config.width = number(3);
  config.lags = number(4);
  config.layers = number(6);
  config.pre_blocks = number(7);
  const size_t windows = number(5), threads = number(8);
  const double seconds = std::atof(argv[9]);

  const Model model(config);
  Parameters parameters(model.layout.size());
  InitializeParameters(model, 1, -1.0, parameters.values.data());
  ThreadPool pool(threads);
  StepperOptions options;
  options.max_windows = windows;
  Stepper stepper(model, options, pool);
  std::vector<float> x(windows * config.variables * config.lags), target(windows * config.variables);
  Rng rng(2);
  for (float& v : x) v = static_cast<float>(rng.Normal());
  for (float& v : target) v = static_cast<float>(rng.Normal());
  const Batch batch{{x.data(), windows * config.variables, config.lags, config.lags}, target.data(), nullptr, windows};

  std::vector<double> times;
  for (const double end = Now() + seconds; Now() < end || times.size() < 10;) {
    const double start = Now();
    stepper.ComputeGradient(batch, parameters);
    stepper.Update(parameters, 1e-3);
    times.push_back(1e3 * (Now() - start));
  }
  std::sort(times.begin(), times.end());
  fmt::print("{}\t{}\t{:.4f}\t{:.4f}\n", argv[1], threads, times[times.size() / 2], times.front());
  return 0;
}
