// Files that others read. Every write goes to a temporary name first and is renamed when whole.
#pragma once

#include <string>

#include "mask2cause/discover.h"
#include "mask2cause/graph.h"
#include "mask2cause/simulate.h"

namespace mask2cause {

std::string ToJson(const Result& result);
std::string ToJson(const Evaluation& evaluation);

// result.json, edges.csv, scores.npy, scores.csv in `directory`, which is made if need be. Nothing is replaced unless all
// four could be written. Throws Error{kFile}.
void WriteResult(const Result& result, const std::string& directory);

// Data and truth. "x.npz": X, A, A_mean, A_var, A_lag in one file; "x.csv": x.csv and x.graph.csv (with
// x.mean_graph.csv, x.variance_graph.csv and x.lags.csv beside it). Returns the paths written.
std::vector<std::string> WriteSimulation(const Simulation& simulation, const std::string& path);

// Scores from result.json, scores.csv, .npy or .npz.
ScoreMatrix ReadScores(const std::string& path);

}  // namespace mask2cause
