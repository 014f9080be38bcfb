// Proximal gradient descent (ISTA) of one network per target, as Neural Granger causality is trained (Tank et al.
// 2018): a plain gradient step on squared error and ridge, then the first layer is shrunk group by group, so that
// inputs without use end at exactly zero.
#pragma once

#include <functional>
#include <vector>

#include "methods/method.h"
#include "rivals/settings.h"
#include "tape/tape.h"

namespace mask2cause {

// The penalty on a source's weights of all lags, oldest lag first.
enum class GroupPenalty {
  kGroup,         // one norm over all lags
  kHierarchical,  // the norms of the oldest, the two oldest, ..., all: recent lags are given up last
};

// Shrinks a source's block of `lags` rows in place: each group in turn is multiplied with max(norm - step, 0) / norm.
void ShrinkGroups(GroupPenalty penalty, double step, Matrix block);
// The sum of the norms that the penalty takes.
double GroupNorms(GroupPenalty penalty, ConstMatrix block);

struct ProximalOptions {
  double rate = 0.0, penalty = 0.0, ridge = 0.0;
  size_t most_steps = 0, check_every = 0, patience = 0;  // stop after so many checks without improvement
  GroupPenalty groups = GroupPenalty::kGroup;
  size_t grouped = 0;          // tensor (n x lags, width) with a block of rows for each source
  size_t lags = 1;             // rows of a block
  std::vector<size_t> ridged;  // tensors under the ridge penalty
  size_t part = 0;             // windows on one tape: what a step goes through then stays in cache
};

// Puts the network of a target on a tape, over `count` windows from `first` on.
using LayOutPart = std::function<void(Tape& tape, size_t target, size_t first, size_t count)>;

// Trains a network of this layout for each target, over so many windows; all are checked and stopped together, and
// their best is taken. Returns scores, lags, losses and steps, and what is to be said of missing cells. When the loss
// leaves the finite numbers it begins again with half the rate; one that the user gave throws Error{kNumerical}.
//
// Where the settings ask for a path it trains again and again at larger penalties until no edge between two series is
// left (or at most kMostStages times), each time from where the last one ended. The score of an edge is then the
// penalty at which it dies; those that die at the same one are ranked by their norm before.
constexpr size_t kMostStages = 20;
MethodOutput FitProximal(const MethodInput& input, ProximalOptions options, RivalSettings& settings,
                         const ParameterLayout& layout, size_t windows, const LayOutPart& lay_out);

}  // namespace mask2cause
