// The paper's settings for each benchmark (its tables of optimal hyperparameters; epochs from the authors' program).
#pragma once

#include <string>

#include "mask2cause/discover.h"

namespace mask2cause {

// What all of them share: two masked layers of four heads, constant learning rate, one network.
DiscoverOptions PaperArchitecture();

// objective: "mse", "nll" or "dual" (which takes nll's). Throws Error{kUsage} for a benchmark the paper gives none for.
DiscoverOptions PaperVar(size_t steps, const std::string& objective);
DiscoverOptions PaperLorenz(size_t forcing, size_t steps, const std::string& objective);
DiscoverOptions PaperDream3(const std::string& network, const std::string& objective);
DiscoverOptions PaperCausalTime(const std::string& domain, const std::string& objective);
DiscoverOptions PaperMixed(size_t percent_variance, const std::string& objective);

// The tool's own settings, whatever the data.
DiscoverOptions ToolDefault();
// One of the simple rivals, as it comes.
DiscoverOptions SimpleRival(const std::string& method);

}  // namespace mask2cause
