// Where the graph starts: what cheap statistics say of each pair, as logits. The network then moves away from it as far
// as the forecast loss asks.
#pragma once

#include <limits>
#include <vector>

#include "methods/linear_evidence.h"

namespace mask2cause {

// Log-likelihood gain of each pair, in nats, minus what it is on average without an edge: (n, n) [target][source]. That
// of curves is part of the mean's where it counts.
struct PairEvidence {
  std::vector<double> mean, variance;
  bool variance_counts = false,
       curves_count = false;  // more pairs than chance are significant; else they are only noise
};

// Whether what the squares of a source say counts, in the mean and in the variance.
enum class Squares { kIfTheyTellOfPairs, kNever };
PairEvidence ToNats(const LinearEvidence& evidence, size_t windows, size_t lags, size_t variables,
                    Squares squares = Squares::kIfTheyTellOfPairs);

// How far evidence moves a gate.
struct StartRule {
  double reliance =
      1.0;  // 0..1: at 0 all gates start open and evidence opens some further, at 1 only evidence opens one
  double least_nats = -std::numeric_limits<double>::infinity();  // evidence against an edge counts down to here
  bool ranks_clear_edges = false;  // so that the clearest of them stay apart, where training will not tell them apart
};

// (graphs, n, n) logits. One graph holds both kinds of causes; of two the first is the mean's.
std::vector<double> EvidenceStart(const PairEvidence& evidence, size_t graphs, const StartRule& rule);

// With many variables attention is diluted unless most gates start closed: 0 up to 10 of them, 1 from 100.
double RelianceFor(size_t variables);

}  // namespace mask2cause
