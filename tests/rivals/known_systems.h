// Systems whose graph is known, for every neural rival: true edges must score above all others.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "mask2cause/error.h"
#include "methods/series.h"

namespace mask2cause {

using Edges = std::vector<std::pair<size_t, size_t>>;  // source, target

struct KnownSystem {
  const char* name;
  size_t variables;
  Edges edges;
};

inline std::vector<KnownSystem> KnownSystems() {
  return {{"pair", 2, {{0, 1}}},
          {"chain", 3, {{0, 1}, {1, 2}}},
          {"fork", 3, {{0, 1}, {0, 2}}},
          {"collider", 3, {{0, 2}, {1, 2}}}};
}

// Each variable follows its own past a little and its causes, one step back, a lot.
inline Dataset Simulate(const KnownSystem& system, size_t steps, uint64_t seed = 7) {
  return Generate(system.variables, steps, seed, [&](const Rows& x, size_t t, size_t v) {
    double mean = 0.2 * x[t - 1][v];
    for (const auto& [source, target] : system.edges) mean += target == v ? 0.8 * x[t - 1][source] : 0.0;
    return mean;
  });
}

// The smallest score of a true edge, and the largest of the other pairs.
inline std::pair<double, double> WorstTrueBestFalse(const Result& result, const KnownSystem& system) {
  double worst = 1e300, best = -1e300;
  for (const Edge& edge : result.edges) {
    const bool real =
        std::find(system.edges.begin(), system.edges.end(), std::pair(edge.source, edge.target)) != system.edges.end();
    (real ? worst : best) = real ? std::min(worst, edge.score) : std::max(best, edge.score);
  }
  return {worst, best};
}

inline void ExpectTrueEdgesOnTop(const DiscoverOptions& options, size_t steps = 400) {
  for (const KnownSystem& system : KnownSystems()) {
    const auto [worst, best] = WorstTrueBestFalse(Discover(Simulate(system, steps), options), system);
    EXPECT_GT(worst, best) << options.method << " on " << system.name;
  }
}

inline bool Says(const Result& result, const char* words) {
  return std::any_of(result.warnings.begin(), result.warnings.end(),
                     [words](const std::string& warning) { return warning.find(words) != std::string::npos; });
}

// What every rival promises besides its answer.
inline void ExpectGoodManners(DiscoverOptions options) {
  const KnownSystem chain = KnownSystems()[1];
  const Dataset data = Simulate(chain, 150);
  options.threads = 1;
  const Result one = Discover(data, options);
  options.threads = 3;
  const Result three = Discover(data, options);
  EXPECT_EQ(one.scores.values, three.scores.values) << "the threads decide";
  options.seed += 1;
  EXPECT_NE(Discover(data, options).scores.values, one.scores.values) << "the seed decides nothing";

  options.forbid = "v0 -> v1";
  EXPECT_EQ(Find(Discover(data, options), 0, 1).score, 0.0);
  options.forbid.clear();

  EXPECT_THROW(Discover(data, options, [](const ProgressEvent&) { return false; }), Error);

  std::vector<float> holes(data.values.data(), data.values.data() + data.values.size());
  for (size_t i = 0; i < holes.size(); i += 11) holes[i] = std::numeric_limits<float>::quiet_NaN();
  const Result filled = Discover(MakeDataset(holes, data.names), options);
  EXPECT_TRUE(Says(filled, "missing"));

  const std::vector<size_t> lengths = {60, 50, 40};
  const std::vector<float> values(data.values.data(), data.values.data() + data.values.size());
  const Result apart = Discover(MakeDataset(values, data.names, lengths), options);
  EXPECT_NE(apart.scores.values, Discover(data, options).scores.values) << "trajectories are joined";

  Dataset masked = Simulate(chain, 150);
  for (size_t row = 0; row < masked.rows; ++row) masked.left_out.Set(row * 3 + 2);
  const Result silent = Discover(masked, options);
  EXPECT_EQ(silent.scores.at(2, 0), 0.0) << "of a target that is never forecast";
  EXPECT_FALSE(Find(silent, 1, 2).found);
  EXPECT_TRUE(Says(silent, "never forecast, so nothing is said of what drives them: v2"));
}

// Where a target does not see what is forbidden to drive it: another series in its place leaves the target's scores as
// they are, to the last bit.
inline void ExpectForbiddenSourcesUnseen(DiscoverOptions options) {
  options.forbid = "v0 -> *";
  options.rival_steps = "20";
  const Dataset data = Simulate(KnownSystems()[2], 150), stranger = Simulate(KnownSystems()[2], 150, 99);
  Dataset other = Simulate(KnownSystems()[2], 150);
  for (size_t row = 0; row < other.rows; ++row) other.values[row * 3] = stranger.values[row * 3];
  const Result one = Discover(data, options), two = Discover(other, options);
  for (size_t cell = 3; cell < 9; ++cell) EXPECT_EQ(one.scores.values[cell], two.scores.values[cell]) << cell;
  EXPECT_NE(one.scores.values[1], two.scores.values[1]) << "v0 itself is another series";
}

inline bool SaysOfShortOnes(const Result& result) {
  return Says(result, "2 of 3 trajectories");
}

// For rivals with stretches of their own: those that hold too few rows for one are named, others are used, and --lags
// is no reason to refuse or to choose anything.
inline void ExpectOwnStretches(DiscoverOptions options, const char* context, size_t rows) {
  const Dataset data = Simulate(KnownSystems()[1], 150);
  const std::vector<float> values(data.values.data(), data.values.data() + data.values.size());
  options.rival_context = context;
  options.rival_steps = "2";
  options.lags = 0;
  const std::vector<size_t> short_ones = {150 - 2 * (rows - 1), rows - 1, rows - 1};
  const Result result = Discover(MakeDataset(values, data.names, short_ones), options);
  EXPECT_TRUE(SaysOfShortOnes(result));
  for (const Choice& choice : result.choices) EXPECT_NE(choice.option, "lags");
  options.lags = 149;
  const std::vector<size_t> long_enough = {150 - 2 * rows, rows, rows};
  EXPECT_FALSE(SaysOfShortOnes(Discover(MakeDataset(values, data.names, long_enough), options)));
}

// For rivals with a network of each target: where every edge into one is forbidden it has none, its row is zero, and
// the rows of the others keep their bytes.
inline void ExpectUntrainedTargetsChangeNothing(DiscoverOptions options) {
  const Dataset data = Simulate(KnownSystems()[1], 150);
  options.rival_steps = "60";
  const Result all = Discover(data, options);
  options.forbid = "* -> v0";
  const Result some = Discover(data, options);
  EXPECT_EQ(3 * some.parameters, 2 * all.parameters);
  for (size_t cell = 0; cell < 9; ++cell) {
    EXPECT_EQ(some.scores.values[cell], cell < 3 ? 0.0 : all.scores.values[cell]) << cell;
  }
  options.forbid = "* -> *";
  for (const double score : Discover(data, options).scores.values) EXPECT_EQ(score, 0.0);
}

}  // namespace mask2cause
