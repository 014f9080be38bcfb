// K members that differ in their seed only, trained side by side.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "train/trainer.h"

namespace mask2cause {

struct EnsembleOptions {
  TrainOptions train;  // member k has seed train.seed + k
  size_t members = 1;
  size_t threads = 1;
  double held_out = 0.0;  // share of the windows that a member does not train on, another block for each; 0: none
  bool resample = false;  // every other member trains on blocks of windows drawn with replacement: a block bootstrap
  std::string checkpoint_directory;  // empty: none
  size_t checkpoint_every = 0;       // steps; 0: only when cancelled or finished
  bool resume = false;
  std::string identity;  // lines "name=value" of all the result depends on
};

struct MemberResult {
  std::vector<float> values;                   // flat block of parameters
  std::vector<std::vector<double>> adjacency;  // one (N, N) per graph
  std::vector<double> epoch_losses;
  std::vector<double> held_out_losses;  // after each epoch; empty without held-out windows
  std::vector<GateRecord> gate_records;
  size_t best_epoch = 0;           // the one `values` are of
  std::vector<uint32_t> held_out;  // windows, in order
  uint64_t steps = 0;
};

// The masks that a trained member ended with.
Masks MasksOf(const Model& model, const MemberResult& member);

// Told now and then, from any thread; throws to cancel.
using EnsembleReport = std::function<void(double fraction, const std::string& detail)>;

// Which windows member k of K holds out: one block, at another place for each.
std::vector<uint32_t> HeldOutWindows(size_t windows, double share, size_t member, size_t members);

// As many windows in blocks of neighbours, each block drawn from anywhere: some windows come twice, some not at all. In
// order, and the same for the same seed.
std::vector<uint32_t> ResampleBlocks(const std::vector<uint32_t>& windows, uint64_t seed);

std::vector<MemberResult> TrainEnsemble(const Model& model, const WindowSource& source, const EnsembleOptions& options,
                                        const std::vector<double>& locked, const EnsembleReport& report);

}  // namespace mask2cause
