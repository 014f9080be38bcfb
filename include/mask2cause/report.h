// Files and texts that others read. Every write goes to a temporary name first and is renamed when whole.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/compare.h"
#include "mask2cause/dataset.h"
#include "mask2cause/discover.h"
#include "mask2cause/forecast.h"
#include "mask2cause/graph.h"
#include "mask2cause/prune.h"
#include "mask2cause/simulate.h"

namespace mask2cause {

// Numbers are printed so that they read back to the same bits; NaN and infinities become null.
std::string ToJson(const Result& result);
std::string ToJson(const Evaluation& evaluation);
std::string ToJson(const Dataset& data);  // what was read, not the values: shape, columns, time, missing, first rows

// Throws Error{kFile} when `directory` can neither be used nor made. For asking before hours of work, not after.
void CheckOutputDirectory(const std::string& directory);

// result.json, edges.csv, scores.npy, scores.csv, model.m2c when there is a model, and report.html when the program has
// the page, in `directory`, which is made if need be. Nothing is replaced unless all could be written. Throws
// Error{kFile}. Returns the paths written.
std::vector<std::string> WriteResult(const Result& result, const std::string& directory);

// The report: one self-contained HTML page. A program that was built without Node has none.
bool HasReportPage();
void RequireReportPage();  // throws Error{kUsage} that says how to get it

// What else is known about the variables of a result, to be shown on its page; null: nothing.
struct ReportPanels {
  const Comparison* comparison = nullptr;
  const Backtest* backtest = nullptr;
  const PruneReport* pruning = nullptr;
};
// Throws as RequireReportPage, and Error{kData} when a panel is about variables that the result lacks.
std::string ReportPage(const Result& result, const ReportPanels& panels = {});
// Into a file, whole or not at all; its folder is made if need be. Throws Error{kFile}.
void WriteReportPage(const Result& result, const std::string& path, const ReportPanels& panels = {});

// Data and truth. "x.npz": X, A, A_mean, A_var, A_lag in one file; "x.csv": x.csv and x.graph.csv (with
// x.mean_graph.csv, x.variance_graph.csv and x.lags.csv beside it). Returns the paths written.
std::vector<std::string> WriteSimulation(const Simulation& simulation, const std::string& path);

// What WriteResult wrote into result.json, or ToJson into a string; the model is not part of it. What the file does not
// say, because an older version or another method wrote it, stays unknown. Throws Error{kFile} when it cannot be read,
// Error{kData} when it is something else.
Result ReadResult(const std::string& path);

// Scores from result.json, scores.csv, .npy or .npz (`key` names the array, see ReadMatrix).
ScoreMatrix ReadScores(const std::string& path, const std::string& key = {});

}  // namespace mask2cause
