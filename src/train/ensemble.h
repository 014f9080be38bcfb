// K members that differ in their seed only, trained side by side.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "train/trainer.h"

namespace mask2cause {

struct EnsembleOptions {
  TrainOptions train;   // member k has seed train.seed + k
  size_t members = 1;
  size_t threads = 1;
  std::string checkpoint_directory;  // empty: none
  size_t checkpoint_every = 0;       // steps; 0: only when cancelled or finished
  bool resume = false;
  std::string identity;              // lines "name=value" of all the result depends on
};

struct MemberResult {
  std::vector<float> values;                    // flat block of parameters
  std::vector<std::vector<double>> adjacency;   // one (N, N) per graph
  std::vector<double> epoch_losses;
  uint64_t steps = 0;
};

// Told now and then, from any thread; throws to cancel.
using EnsembleReport = std::function<void(double fraction, const std::string& detail)>;

std::vector<MemberResult> TrainEnsemble(const Model& model, const WindowSource& source, const EnsembleOptions& options,
                                        const std::vector<double>& locked, const EnsembleReport& report);

}  // namespace mask2cause
