// Directed information of each edge (the paper's Proposition): by how many nats the forecast loss of target i grows
// when the one edge j -> i of the trained network is closed. With one masked attention only row i sees the edge, so one
// forward pass with source j closed for everyone serves all targets: N passes in all.
#pragma once

#include <vector>

#include "core/parallel.h"
#include "train/ensemble.h"

namespace mask2cause {

// Mean of a series and its standard error by Newey and West: Bartlett weights up to lag 4 (T / 100)^(2/9), further
// where the series is persistent, because neighbours are not independent.
struct MeanAndError {
  double mean = 0.0, error = 0.0;
};
MeanAndError NeweyWest(const std::vector<double>& series);

enum class Closing {
  // As far as training can close a gate. Scores of the attention can outweigh that, so this is what passes at least; a
  // network that never did without the edge stays on ground it knows.
  kSoft,
  // Shut. For networks that were trained with edges shut at random and know how to do without.
  kHard,
};

// (N, N) [target][source] over all windows; the diagonal is 0. NaN for targets that were observed too rarely to tell.
struct PairInformation {
  std::vector<double> nats;
  std::vector<double> error;  // standard, Newey-West
};

struct DirectedInformation {
  PairInformation all;
  // With a likelihood: what the forecast mean alone loses, what the forecast scale alone loses (its changes over time,
  // not its level), and the first less the second. Else empty.
  PairInformation mean, variance, mean_less_variance;
  size_t windows = 0;  // that it rests on
};

// Each member is asked about the windows it did not train on, or about all when it held out none. Needs one layer.
// `report` is told the fraction done and may throw.
DirectedInformation MeasureDirectedInformation(const Model& model, const WindowSource& source,
                                               const std::vector<MemberResult>& members, Closing closing,
                                               ThreadPool& pool, const EnsembleReport& report);

}  // namespace mask2cause
