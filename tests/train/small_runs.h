// Small data sets and quick trainings for the tests of the engine.
#pragma once

#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core/rng.h"
#include "mask2cause/discover.h"
#include "mask2cause/error.h"
#include "mask2cause/simulate.h"
#include "train/trainer.h"

namespace mask2cause {

// "cause" is noise; "effect" follows it one step later.
inline Dataset CauseAndEffect(size_t rows, std::vector<size_t> lengths = {}) {
  Rng rng(11);
  std::vector<float> values;
  double cause = 0.0;
  for (size_t r = 0; r < rows; ++r) {
    const double effect = 0.9 * cause + 0.3 * rng.Normal();
    cause = rng.Normal();
    values.insert(values.end(), {static_cast<float>(cause), static_cast<float>(effect)});
  }
  Dataset data = MakeDataset(values, {"cause", "effect"}, lengths);
  data.source = "pair.csv";
  return data;
}

// One lag, few edges.
inline Simulation SimulateSmall(System system, size_t variables, size_t steps) {
  SimulateOptions options;
  options.system = system;
  options.variables = variables;
  options.steps = steps;
  options.lags = 1;
  options.density = 0.2;
  return Simulate(options);
}

// The same values with every cell missing that a coin with this bias says.
inline Dataset WithMissingCells(const Dataset& data, double share) {
  Rng rng(5);
  std::vector<float> values(data.values.data(), data.values.data() + data.values.size());
  for (float& value : values) {
    if (rng.Uniform(0.0, 1.0) < share) value = std::numeric_limits<float>::quiet_NaN();
  }
  return MakeDataset(values, data.names);
}

// A training of a moment, all mechanisms on.
inline DiscoverOptions QuickOptions() {
  DiscoverOptions options;
  options.method = "m2c";
  options.lags = 2;
  options.width = 8;
  options.heads = 2;
  options.epochs = 3;
  options.theta_init = "1";
  options.members = 1;
  options.judges = "none";
  options.threads = 1;
  return options;
}

// A small network with one attention, so that an edge is the only way from source to target.
inline ModelConfig OneLayer(Objective objective, size_t lags = 1) {
  ModelConfig config;
  config.lags = lags;
  config.width = 16;
  config.heads = 2;
  config.layers = 1;
  config.pre_blocks = 1;
  config.objective = objective;
  return config;
}

// Everything a Trainer refers to, in one place.
struct TrainerBench {
  TrainerBench(Dataset given, ModelConfig config, TrainOptions options = {})
      : data(std::move(given)),
        scaler(FitScaler(data)),
        variables(data.variables()),
        train(options),
        model(WithVariables(config, data.variables())) {
    std::iota(variables.begin(), variables.end(), size_t{0});
  }
  TrainerBench(const TrainerBench&) = delete;
  TrainerBench& operator=(const TrainerBench&) = delete;

  static ModelConfig WithVariables(ModelConfig config, size_t variables) {
    config.variables = variables;
    return config;
  }

  Dataset data;
  Scaler scaler;
  std::vector<size_t> variables;
  TrainOptions train;
  Model model;
  WindowSource source{data, scaler, variables, model.config.lags};
  ThreadPool pool{1};
  Trainer trainer{model, source, train, pool};
};

inline ModelConfig SmallConfig(Objective objective = Objective::kMse) {
  ModelConfig config;
  config.lags = 2;
  config.width = 8;
  config.heads = 2;
  config.layers = 1;
  config.objective = objective;
  return config;
}

// What a call ends with.
template <typename Call>
Error ErrorFrom(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorKind::kFile, "nothing was thrown");
}

inline bool Says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace mask2cause
