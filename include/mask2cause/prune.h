// What a graph is good for: forecasters that see only the causes of what they forecast, beside the same ones that see
// everything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"
#include "mask2cause/progress.h"

namespace mask2cause {

struct PruneOptions {
  std::string model = "linear";  // linear, mlp, nbeats, arimax
  size_t lags = 1;               // of each input
  double train_share = 0.8;      // the first rows train, the rest test
  size_t epochs = 20;            // mlp, nbeats: steps of Adam, each over all rows
  double lr = 0.01;              // mlp, nbeats
  std::string nbeats = "short";  // short, deep: the paper's two; generic: the published one with backcast
  size_t ar = 1, ma = 0;         // arimax: order of the errors, up to 3
  uint64_t seed = 1;             // mlp, nbeats
  size_t threads = 0;            // 0: all cores; the result is the same for any
};

// One forecaster of one variable. `mse` is one step ahead on the test rows, in units of the variable's variance over
// the training rows; NaN when the fit failed, and `failure` says why.
struct ForecasterScore {
  size_t inputs = 0, parameters = 0;
  double mse = 0.0;
  std::string failure;
};

// 100 (full - pruned) / full, of parameters and of errors.
struct Reduction {
  double parameters_percent = 0.0;  // PR
  double mse_percent = 0.0;         // MSE-R; NaN where a fit failed
};

struct PrunedModel;  // opaque: the forecasters themselves

struct PrunedVariable {
  std::string name;
  std::vector<std::string> parents;  // what the pruned forecaster sees besides the variable itself
  ForecasterScore full, pruned;
  Reduction reduction;
};

struct PruneReport {
  PruneOptions options;  // as used
  std::string data_source;
  size_t train_rows = 0, test_rows = 0;  // windows of each part
  std::vector<PrunedVariable> variables;
  std::vector<std::string> excluded;  // constant over the training rows: neither forecast nor used

  // Parameters summed over all variables; errors averaged over those of which both fits succeeded.
  size_t full_parameters = 0, pruned_parameters = 0;
  double full_mse = 0.0, pruned_mse = 0.0;
  Reduction reduction;
  size_t failed = 0;  // variables of which a fit failed

  // As trained on the training rows; null when a forecaster of the causes alone failed.
  std::shared_ptr<const PrunedModel> model;
};

// `graph` is (N, N) [target][source] over the variables of the data: row i holds the causes of i, non-zero is an edge.
// Throws Error{kUsage} for options that make no sense, Error{kData} when the rows are too few to split.
PruneReport Prune(const Dataset& data, const std::vector<double>& graph, const PruneOptions& options = {},
                  const Progress& progress = {});
// A report for each of several graphs. The forecasters with all inputs are trained once.
std::vector<PruneReport> PruneByEach(const Dataset& data, const std::vector<std::vector<double>>& graphs,
                                     const PruneOptions& options = {}, const Progress& progress = {});

std::string ToJson(const PruneReport& report);
// What ToJson wrote, about some of the variables `names`; of the options the model and the lags. Throws Error{kFile},
// or Error{kData} when it is something else, or about others.
PruneReport ReadPruneReport(const std::string& path, const std::vector<std::string>& names);

// The forecasters in a file, for MakeForecast and RunBacktest (forecast.h): versioned, with a checksum, written whole
// or not at all. Throws Error{kData} when there is none to save.
void SavePruned(const PruneReport& report, const std::string& path);
std::shared_ptr<const PrunedModel> LoadPruned(const std::string& path);
// Whether the file begins as one of these; other files that forecast are those of LoadModel.
bool IsPrunedModel(const std::string& path);

}  // namespace mask2cause
