// One call from data to graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "mask2cause/checks.h"
#include "mask2cause/data_picture.h"
#include "mask2cause/dataset.h"
#include "mask2cause/forecast.h"
#include "mask2cause/graph.h"
#include "mask2cause/model.h"
#include "mask2cause/progress.h"

namespace mask2cause {

// Every option of `discover`. Name, range and help of each stand once, in src/methods/options.cc; the command line, the
// config file, the echo in result.json and docs/options.md come from there.
struct DiscoverOptions {
  std::string method = "m2c";
  size_t lags = 0;  // L: length of the window; 0: as the data ask for
  uint64_t seed = 1;
  size_t threads = 0;  // 0: all cores

  // the final graph: one of these rules
  double fdr = 0.1;      // expected share of wrong edges
  double threshold = 0;  // scores above; 0: not used
  size_t top_k = 0;      // so many of the strongest; 0: not used
  double density = 0;    // so large a part of all pairs; 0: not used

  bool difference = false;  // fit the changes from row to row instead of the values
  bool detrend = false;     // fit what is left when each trajectory's line is taken out

  // background knowledge: a file of rules, and rules by flag (see docs/formats.md)
  std::string knowledge, forbid, require, prior;

  // m2c: the network
  std::string objective = "auto";   // mse, nll, dual, student-t, laplace, or as the data ask for
  size_t width = 64;                // d
  size_t heads = 4;                 // H
  size_t layers = 1;                // M
  size_t pre_blocks = 1;            // P
  std::string theta_init = "auto";  // a number, or auto: from the evidence of Granger tests
  double gamma = 100.0;
  double dropout = 0.1;
  bool per_layer_masks = false;
  bool per_variable_heads = false;
  std::string predict = "auto";  // value, change (from the last value), or as the data ask for
  std::string lock_graph;        // file with A [target][source], used as it is

  // m2c: training
  double lambda = -1.0;  // below 0: as the number of windows asks for
  double lr = 3e-3;
  std::string schedule = "auto";  // constant, cosine, or auto: by the length of the training
  size_t batch = 32;
  size_t epochs = 0;              // 0: as long as the data ask for
  std::string score = "auto";     // adjacency, information
  std::string effort = "normal";  // quick, normal, thorough
  size_t members = 0;             // 0: as many as the effort says
  std::string judges = "auto";    // a number, none, or auto: as many as the effort says
  std::string isa = "auto";
  size_t checkpoint_every = 0;  // steps; 0: only when interrupted
  bool resume = false;
  std::string checkpoint_directory;  // not a flag: the command line puts it into the output folder

  // neural rivals; auto: the method's own
  std::string rival_lr = "auto";              // learning rate
  std::string rival_penalty = "auto";         // on edges
  std::string rival_ridge = "auto";           // on other weights
  std::string rival_steps = "auto";           // at most
  std::string rival_width = "auto";           // hidden units
  std::string rival_layers = "auto";          // jrngc: residual blocks
  std::string rival_context = "auto";         // rows that a recurrent network sees at once
  std::string rival_scaling = "auto";         // raw, z-score
  std::string rival_scales = "auto";          // sru, esru: fading factors, with commas between
  std::string rival_output_penalty = "auto";  // esru

  // var, sqcorr, var-arch
  double ridge = 10.0;  // penalty on each coefficient of the standardised series

  // pcmci
  double pc_alpha = 0.2;  // significance for staying among the conditions

  // dynotears
  double lambda_a = 0.02;  // penalty on lagged effects
  double lambda_w = 0.02;  // penalty on effects within a time step
};

// What the source acts on, where a method can tell.
enum class EdgeKind { kUnknown, kMean, kVariance, kBoth };
const char* EdgeKindName(EdgeKind kind);  // "", "mean", "variance", "both"

// One directed edge, source -> target. Fields a method cannot fill are NaN, lag 0 or sign 0.
struct Edge {
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  size_t source = 0, target = 0;
  double score = 0.0;
  bool found = false;      // in the final graph
  double nats = kUnknown;  // directed information: by how much forecasts of held-out data get worse without the edge
  double nats_low = kUnknown, nats_high = kUnknown;  // its 95 % interval
  double p = kUnknown;                               // that there is none
  double q = kUnknown;                               // Benjamini-Hochberg over all graded pairs
  double stability = kUnknown;  // share of the networks, of different seeds and parts of the data, that pick it
  size_t lag = 0;               // of the largest effect; 0: unknown
  int sign = 0;                 // +1, -1, 0: unknown
  bool sign_varies = false;     // with the state of the system, so that there is none
  EdgeKind kind = EdgeKind::kUnknown;
  double kind_confidence = kUnknown;  // 0.5..1
};

// A setting that the data decided, and why.
struct Choice {
  std::string option, value, reason;
};

// How a network that held out a part of the data learned: the scout, or a judge.
struct HeldOutRun {
  std::string network;                  // "scout", "judge 1", ...
  std::vector<double> losses;           // after each epoch, on what it trained on, with the penalty
  std::vector<double> held_out_losses;  // after each epoch, on what it did not
  size_t best_epoch = 0;                // whose state was used, from 1
};

// A, averaged over the members, at a few moments of the training. Empty for methods that train nothing, and for so many
// variables that keeping it would take too much memory.
struct GateHistory {
  static constexpr double kQuantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};
  struct Line {
    size_t source = 0, target = 0;
    std::vector<double> gates;  // (moments)
  };
  std::vector<size_t> epochs;                  // (moments): how many epochs were done
  std::vector<std::vector<double>> quantiles;  // (moments, 5): of all pairs
  std::vector<Line> lines;                     // of the strongest edges
};

struct Result {
  ScoreMatrix scores;                   // [target][source]; excluded variables have zero rows and columns
  std::vector<Edge> edges;              // every off-diagonal pair of fitted variables, strongest first
  std::string graph_rule;               // what makes an edge one of the final graph, in words
  ScoreSplit split;                     // the unsupervised threshold over these scores
  std::vector<std::string> excluded;    // constant columns, left out of the fit, by name
  std::vector<double> mean_scores;      // dual, var-arch: (N, N) of the mean graph; else empty
  std::vector<double> variance_scores;  // dual, var-arch: (N, N) of the variance graph; else empty
  // (lags, N, N): [lag-1][target][source], signed, standardised: on the mean, or of an edge that acts on the variance,
  // on that; may be empty.
  std::vector<double> lag_coefficients;
  std::string version;      // of the program that made it; empty: this one
  DiscoverOptions options;  // as used: lags and objective are those that were chosen
  std::string data_source, data_fingerprint;
  size_t data_rows = 0, data_trajectories = 0;
  size_t data_missing = 0;       // cells
  size_t data_left_out = 0;      // cells, by a mask
  std::string data_time_column;  // recognised or named, and not a variable; empty: none
  std::vector<std::string> warnings;
  std::vector<Choice> choices;    // what the options left open
  std::vector<DataCheck> checks;  // what about the data could mislead
  size_t steps = 0;               // optimiser steps over all members and judges; 0 for closed-form methods
  size_t parameters = 0;          // trained: of all targets, but of one member; 0 for closed-form methods
  size_t networks = 0;            // that stability counts: members and judges
  std::vector<std::vector<double>> epoch_losses;  // of each member; empty for closed-form methods
  std::vector<HeldOutRun> held_out_runs;
  GateHistory gates;
  DataPicture picture;        // the series, for a plot
  std::vector<double> truth;  // (N, N) [target][source], where the caller knows it and puts it here; else empty
  Forecast forecast;          // of the model, where the caller makes it and puts it here; else of no steps
  std::string command;        // that made this, where the caller puts it here; else empty
  std::shared_ptr<const TrainedModel> model;  // null for methods that leave none
  double seconds = 0.0;                       // of wall time, fit only
};

// Fits `options.method` and returns its graph. Throws Error; never prints, exits or aborts.
Result Discover(const Dataset& data, const DiscoverOptions& options = {}, const Progress& progress = {});

// What Discover would take, known beforehand; steps and time at most, since the data may ask for less. All zero for
// methods that train nothing.
struct FitEstimate {
  size_t members = 0, judges = 0;
  uint64_t steps = 0;
  double seconds = 0.0;
  double bytes = 0.0;
};
FitEstimate EstimateFit(const Dataset& data, const DiscoverOptions& options = {});

// The methods that Discover knows, with one line each.
struct MethodInfo {
  std::string name, summary;
};
std::vector<MethodInfo> Methods();

}  // namespace mask2cause
