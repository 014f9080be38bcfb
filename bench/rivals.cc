// Times a step of a neural rival, as bench/rivals.py does: N = 10, T = 500.
// Usage: bench-rivals cmlp|clstm|cuts+|causalformer threads steps -> one tab-separated line: method, threads, mean ms
// of a step
#include <fmt/core.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "core/rng.h"
#include "mask2cause/discover.h"

int main(int argc, char** argv) {
  using namespace mask2cause;
  if (argc != 4) {
    fmt::print(stderr, "usage: bench-rivals cmlp|clstm|cuts+|causalformer threads steps\n");
    return 2;
  }
  constexpr size_t kVariables = 10, kRows = 500;
  Rng rng(1);
  std::vector<float> values(kVariables * kRows);
  for (float& value : values) value = static_cast<float>(rng.Normal());
  std::vector<std::string> names;
  for (size_t v = 0; v < kVariables; ++v) names.push_back(fmt::format("v{}", v));

  DiscoverOptions options;
  options.method = argv[1];
  options.lags = 5;
  options.threads = static_cast<size_t>(std::atol(argv[2]));
  options.rival_steps = argv[3];
  options.rival_scaling = "z-score";
  if (options.method == "cmlp") options.rival_penalty = "0.02";
  const Result result = Discover(MakeDataset(values, names), options);
  // A step of cuts+ is a batch in both stages.
  const double steps = static_cast<double>(result.steps) / (options.method == "cuts+" ? 2.0 : 1.0);
  fmt::print("{}\t{}\t{:.3f}\n", argv[1], options.threads, 1e3 * result.seconds / steps);
  return 0;
}
