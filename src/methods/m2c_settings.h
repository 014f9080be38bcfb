// What the options come to for a network and its training.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "methods/method.h"
#include "train/ensemble.h"

namespace mask2cause {

// Throws Error{kUsage} when options contradict each other.
ModelConfig MakeConfig(const MethodInput& input);

// What the trained networks depend on: neither threads nor how often the state is saved nor how the graph is cut.
std::vector<std::pair<std::string, std::string>> DecisiveOptions(const DiscoverOptions& options);

EnsembleOptions MakeEnsembleOptions(const MethodInput& input, const std::vector<double>& locked);

}  // namespace mask2cause
