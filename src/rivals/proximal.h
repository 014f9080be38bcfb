// Proximal gradient descent (ISTA) of one network per target, as Neural Granger causality is trained (Tank et al.
// 2018): a plain gradient step on squared error and ridge, then the first layer is shrunk group by group, so that
// inputs without use end at exactly zero.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "methods/method.h"
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
};

// The network of one target, over all rows: a tape for each part of them, so that what one goes through stays in cache.
struct TargetNetwork {
  AlignedFloats values;
  std::vector<std::unique_ptr<Tape>> tapes;

  // Parameters of this target's own random streams, and one tape for `rows` in parts of `part` each.
  void Prepare(const ParameterLayout& layout, uint64_t seed, size_t target, size_t rows, size_t part,
               const std::function<void(Tape& tape, size_t first, size_t count)>& lay_out);
};

// Which of how many trainings, for progress.
struct Stage {
  double number = 0.0, count = 1.0;
};

// Trains all networks, which have this layout; they are checked and stopped together, and left as they were at their
// best. Returns the steps taken. Throws Error{kNumerical} when the loss leaves the finite numbers.
size_t TrainProximal(const MethodInput& input, const ProximalOptions& options, const ParameterLayout& layout,
                     std::vector<TargetNetwork>& networks, std::vector<double>& losses, const Stage& stage = {});

// Trains at one penalty, or with `path` again and again at larger ones until no edge between two series is left (or at
// most kMostStages times), each time from where the last one ended. Fills scores, lags, losses and steps of the output.
// On a path the score of an edge is the penalty at which it dies; those that die at the same one are ranked by their
// norm before.
constexpr size_t kMostStages = 20;
void FitProximal(const MethodInput& input, ProximalOptions options, bool path, const ParameterLayout& layout,
                 std::vector<TargetNetwork>& networks, MethodOutput& output);

// Norms of the grouped tensor: scores (n, n) [target][source] and, where there are lags, (lags, n, n) [lag-1].
void ReadGroupNorms(const ProximalOptions& options, const ParameterLayout& layout,
                    const std::vector<TargetNetwork>& networks, MethodOutput& output);

}  // namespace mask2cause
