// One call from data to graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"
#include "mask2cause/graph.h"
#include "mask2cause/progress.h"

namespace mask2cause {

// Every option of `discover`. Name, range and help of each stand once, in src/methods/options.cc; the command line, the
// config file, the echo in result.json and docs/options.md come from there.
struct DiscoverOptions {
  std::string method = "var";
  size_t lags = 3;        // L: length of the window
  uint64_t seed = 1;
  size_t threads = 0;     // 0: all cores
  double ridge = 10.0;    // var: penalty on each coefficient of the standardised series
};

// One directed edge, source -> target. Fields a method cannot fill are NaN, lag 0 or sign 0.
struct Edge {
  size_t source = 0, target = 0;
  double score = 0.0;
  size_t lag = 0;  // of the largest coefficient; 0: unknown
  int sign = 0;    // +1, -1, 0: unknown
  double p = 0.0;  // NaN: the method gives none
  double q = 0.0;  // Benjamini-Hochberg over all graded pairs
};

struct Result {
  ScoreMatrix scores;                    // [target][source]; excluded variables have zero rows and columns
  std::vector<Edge> edges;               // every off-diagonal pair of fitted variables, strongest first
  ScoreSplit split;                      // the unsupervised threshold over these scores
  std::vector<std::string> excluded;     // constant columns, left out of the fit, by name
  std::vector<double> lag_coefficients;  // (lags, N, N): [lag-1][target][source], signed, standardised; may be empty
  DiscoverOptions options;               // as used
  std::string data_source, data_fingerprint;
  size_t data_rows = 0, data_trajectories = 0;
  std::vector<std::string> warnings;
  size_t steps = 0;      // optimiser steps; 0 for closed-form methods
  double seconds = 0.0;  // of wall time, fit only
};

// Fits `options.method` and returns its graph. Throws Error; never prints, exits or aborts.
Result Discover(const Dataset& data, const DiscoverOptions& options = {}, const Progress& progress = {});

// The methods that Discover knows, with one line each.
struct MethodInfo {
  std::string name, summary;
};
std::vector<MethodInfo> Methods();

}  // namespace mask2cause
