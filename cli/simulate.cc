#include "mask2cause/simulate.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>

#include "interrupt.h"
#include "mask2cause/report.h"
#include "subcommands.h"
#include "terminal.h"

namespace mask2cause {
namespace {

struct Flags {
  SimulateOptions options;
  std::string output;
  bool quiet = false;
};

const std::map<std::string, System> kSystems = {
    {"var", System::kVar}, {"lorenz96", System::kLorenz96}, {"mixed", System::kMixed}, {"chain", System::kChain}};

void Run(const Flags& flags) {
  const Simulation simulation = Simulate(flags.options);
  StopIfInterrupted();
  const std::vector<std::string> paths = WriteSimulation(simulation, flags.output);
  if (flags.quiet) return;
  for (const std::string& path : paths) Print(path + "\n");
}

void AddSizeFlags(CLI::App& simulate, SimulateOptions& options) {
  simulate.add_option("-n,--variables", options.variables, "How many variables, N")->capture_default_str();
  simulate.add_option("-t,--steps", options.steps, "How many rows, T")->capture_default_str();
  simulate.add_option("--seed", options.seed, "Same seed, same bytes, on every machine")->capture_default_str();
  simulate.add_option("--burn-in", options.burn_in, "Samples thrown away before the first row")->capture_default_str();
}

void AddSystemFlags(CLI::App& simulate, SimulateOptions& options) {
  simulate
      .add_option("--noise", options.noise, "var, chain: sd of the innovations; lorenz96: sd of the observation noise")
      ->capture_default_str();
  simulate.add_option("--lags", options.lags, "var: its order K; mixed: the one lag")->capture_default_str();
  simulate
      .add_option("--density", options.density, "var, mixed: share of the off-diagonal pairs that are edges, 0 .. 1")
      ->capture_default_str();
  simulate.add_option("--forcing", options.forcing, "lorenz96: the forcing F")->capture_default_str();
  simulate
      .add_option("--variance-ratio", options.variance_ratio,
                  "mixed: share of the edges that act on the variance, 0 .. 1")
      ->capture_default_str();
}

}  // namespace

void AddSimulate(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* simulate = program.add_subcommand("simulate", "Make data from a system whose causal graph is known");
  simulate
      ->add_option(
          "SYSTEM", flags->options.system,
          "var (sparse linear), lorenz96, mixed (edges on mean and variance), chain (x[i-1], x[i-2] drive x[i])")
      ->required()
      ->type_name("")
      ->transform(CLI::Transformer(kSystems).description(""))
      ->check([](const std::string& text) {
        for (const auto& [name, system] : kSystems) {
          if (text == std::to_string(static_cast<int>(system))) return std::string();
        }
        return fmt::format("there is no system '{}'; choose var, lorenz96, mixed or chain", text);
      });
  simulate
      ->add_option("-o,--output", flags->output,
                   "x.npz: X, A, A_mean, A_var, A_lag in one file; x.csv: x.graph.csv and the like beside it")
      ->required()
      ->type_name("FILE");
  AddSizeFlags(*simulate, flags->options);
  AddSystemFlags(*simulate, flags->options);
  simulate->add_flag("--quiet", flags->quiet, "Do not print the paths written");
  simulate->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
