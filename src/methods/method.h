// The one interface of discovery methods. A method is one file that defines a `const Method k...Method`, and one line
// in registry.cc. It sees only usable variables and never deals with excluded columns, sorting, q-values or timing.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/parallel.h"
#include "core/progress_meter.h"
#include "data/scaler.h"
#include "mask2cause/discover.h"
#include "train/trainer.h"

namespace mask2cause {

struct MethodInput {
  const Dataset& data;                   // all columns
  const Scaler& scaler;                  // of all columns
  const std::vector<size_t>& variables;  // the n columns to fit; everything in MethodOutput is in this order
  const DiscoverOptions& options;        // checked
  ThreadPool& pool;                      // the result must not depend on its size
  const std::vector<double>&
      knowledge;            // (n, n) [target][source]: probability of each edge, NaN: nothing said; or empty
  ProgressMeter& progress;  // tell it how far the fit is; it throws when the caller cancels
};

// Cells a method cannot fill stay empty vectors.
struct MethodOutput {
  std::vector<double> scores;            // (n, n) [target][source], finite, higher is more likely an edge
  std::vector<double> p_values;          // (n, n), or empty
  std::vector<double> nats, nats_error;  // (n, n) directed information and its standard error, or empty
  std::vector<double> stability;         // (n, n) share of networks that pick the edge, or empty
  std::vector<double> lag_coefficients;  // (lags, n, n) [lag-1][target][source], standardised, or empty
  std::vector<double> lag_magnitudes;   // (lags, n, n) where effects have no sign or change it: absolute ones, or empty
  std::vector<double> mean_scores;      // (n, n) and
  std::vector<double> variance_scores;  // (n, n): when the method tells causes of the mean from those of the variance
  std::vector<EdgeKind> kinds;          // (n, n), or empty: told by these two scores, if they are there
  std::vector<double> kind_confidence;  // (n, n), or empty
  std::vector<std::string> warnings;
  std::vector<Choice> choices;                    // what the options left to the data
  size_t steps = 0;                               // of an optimiser
  size_t parameters = 0;                          // that it trains: of all targets, but of one member
  size_t networks = 0;                            // that stability counts
  std::vector<std::vector<double>> epoch_losses;  // of each member
  std::vector<HeldOutRun> held_out_runs;
  std::vector<GateRecord> gate_records;  // (n, n) [target][source] each, averaged over the members; or empty
  std::shared_ptr<const TrainedModel> model;
};

// Of a network, for estimates: nanoseconds of a step, or of a pass over the data, for each row: n1 n + n2 n n, where n
// is the number of variables. No steps: as long as a regression takes.
struct NetworkCost {
  double steps = 0.0;  // unless the options say so
  double n1 = 0.0, n2 = 0.0;
  double rows = 0.0;  // of a step, whatever the data have; 0: all of them
};

struct Method {
  const char* name;
  const char* summary;
  MethodOutput (*fit)(const MethodInput& input);
  size_t reach = 1;    // how far back it looks from a row, in lags; 0: over stretches of its own, whatever --lags says
  bool alone = false;  // each target has a network of its own, and none where every edge into it is forbidden
  NetworkCost cost = {};
  // Those that it reads, of those that are not for all methods, then nulls. Constants need no code to run before main:
  // a user's own static objects may ask for the methods.
  std::array<const char*, 8> options = {};
};

// Every method, the default first.
const std::vector<Method>& MethodRegistry();

// Throws Error{kUsage} that lists the methods.
const Method& FindMethod(const std::string& name);
// For `--methods`. Throws the same, and when there is none or one is there twice.
void CheckMethodNames(const std::vector<std::string>& names);

}  // namespace mask2cause
