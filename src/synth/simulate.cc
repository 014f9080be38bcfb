#include "mask2cause/simulate.h"

#include <fmt/format.h>

#include <cmath>

#include "mask2cause/error.h"
#include "synth/systems.h"

namespace mask2cause {
namespace {

struct SystemLimits {
  const char* name;
  size_t min_variables;
  const char* reason;
  size_t burn_in;
};

SystemLimits LimitsOf(System system) {
  switch (system) {
    case System::kVar:
      return {"var", 2, "an edge needs two variables", 1000};
    case System::kLorenz96:
      return {"lorenz96", 4, "i-2, i-1, i and i+1 must be four different variables", 1000};
    case System::kMixed:
      return {"mixed", 2, "an edge needs two variables", 500};
    case System::kChain:
      return {"chain", 3, "x[i-1] and x[i-2] drive x[i]", 1000};
  }
  throw Error(ErrorKind::kUsage, "simulate: unknown system", "choose var, lorenz96, mixed or chain");
}

template <typename T>
void Require(bool ok, const char* option, T value, const std::string& allowed) {
  if (!ok) throw Error(ErrorKind::kUsage, fmt::format("--{} {} is not possible", option, value), allowed);
}

void CheckShare(const char* option, double value) {
  Require(value >= 0.0 && value <= 1.0, option, value, fmt::format("--{} is a share: 0 to 1", option));
}

void CheckNoise(const SimulateOptions& options) {
  const bool drives = options.system == System::kVar || options.system == System::kChain;
  const bool ok = std::isfinite(options.noise) && (drives ? options.noise > 0.0 : options.noise >= 0.0);
  Require(ok, "noise", options.noise,
          drives ? "--noise is a standard deviation above 0: without it the system stands still"
                 : "--noise is a standard deviation, 0 or more");
}

void CheckSimulateOptions(const SimulateOptions& options, const SystemLimits& limits) {
  constexpr size_t kMaxVariables = 65'535;
  Require(
      options.variables >= limits.min_variables && options.variables <= kMaxVariables, "variables", options.variables,
      fmt::format("{} needs {} to {} variables: {}", limits.name, limits.min_variables, kMaxVariables, limits.reason));
  Require(options.steps >= 1 && options.steps <= SIZE_MAX / sizeof(float) / options.variables, "steps", options.steps,
          "--steps is 1 or more, and steps x variables must fit into memory");
  constexpr size_t kMaxBurnIn = 1'000'000'000;
  Require(options.burn_in.value_or(0) <= kMaxBurnIn, "burn-in", options.burn_in.value_or(0),
          fmt::format("--burn-in is 0 to {}", kMaxBurnIn));
  Require(options.lags >= 1 && options.lags <= 1000, "lags", options.lags, "--lags is 1 to 1000");
  CheckShare("density", options.density);
  CheckShare("variance-ratio", options.variance_ratio);
  CheckNoise(options);
  Require(std::isfinite(options.forcing) && std::abs(options.forcing) <= 1000.0, "forcing", options.forcing,
          "--forcing is -1000 to 1000; 8 and above is chaotic");
}

}  // namespace

Simulation Simulate(const SimulateOptions& options) {
  const SystemLimits limits = LimitsOf(options.system);
  CheckSimulateOptions(options, limits);
  SimulateOptions complete = options;
  complete.burn_in = options.burn_in.value_or(limits.burn_in);
  switch (options.system) {
    case System::kVar:
      return SimulateVar(complete);
    case System::kLorenz96:
      return SimulateLorenz96(complete);
    case System::kMixed:
      return SimulateMixed(complete);
    case System::kChain:
      break;
  }
  return SimulateChain(complete);
}

}  // namespace mask2cause
