// Directed information of each edge (the paper's Proposition): by how many nats the forecast loss of target i grows on
// held-out windows when the one edge j -> i of the trained network is closed. With one masked attention only row i sees
// the edge, so one forward pass with source j closed for everyone serves all targets: N passes in all. Scores of the
// attention can outweigh a gate that is closed only as far as training closes it, so this is what passes at least.
#pragma once

#include <vector>

#include "core/parallel.h"
#include "train/ensemble.h"

namespace mask2cause {

// Mean of a series and its standard error by Newey and West: Bartlett weights up to lag 4 (T / 100)^(2/9), because
// neighbours are not independent.
struct MeanAndError {
  double mean = 0.0, error = 0.0;
};
MeanAndError NeweyWest(const std::vector<double>& series);

struct DirectedInformation {
  std::vector<double> nats;            // (N, N) [target][source], the mean over windows and members
  std::vector<double> standard_error;  // (N, N), Newey-West
  size_t windows = 0;                  // that it rests on
};

// Each member is asked about the windows it did not train on, or about all when it held out none. Needs one layer.
// `report` is told the fraction done and may throw.
DirectedInformation MeasureDirectedInformation(const Model& model, const WindowSource& source,
                                               const std::vector<MemberResult>& members, ThreadPool& pool,
                                               const EnsembleReport& report);

}  // namespace mask2cause
