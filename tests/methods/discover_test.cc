// What Discover does around the method: checks, exclusion, embedding, sorting, q-values, progress.
#include "mask2cause/discover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/rng.h"
#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "mask2cause/simulate.h"
#include "methods/false_discovery.h"

namespace mask2cause {
namespace {

Dataset Noise(size_t rows, const std::vector<std::string>& names, const std::vector<size_t>& constant = {}) {
  Rng rng(1);
  std::vector<float> values;
  for (size_t r = 0; r < rows; ++r) {
    for (size_t v = 0; v < names.size(); ++v) {
      const bool stuck = std::find(constant.begin(), constant.end(), v) != constant.end();
      values.push_back(stuck ? 4.5f : static_cast<float>(rng.Normal()));
    }
  }
  Dataset data = MakeDataset(values, names);
  data.source = "noise.csv";
  return data;
}

// The closed-form method: quick, and it fills every field.
DiscoverOptions VarOptions() {
  DiscoverOptions options;
  options.method = "var";
  return options;
}

Error ErrorOf(const Dataset& data, const DiscoverOptions& options, const Progress& progress = {}) {
  try {
    Discover(data, options, progress);
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorKind::kUsage, "nothing was thrown");
}

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Discover, NamesTheNumbersWhenThereAreTooFewRows) {
  DiscoverOptions options = VarOptions();
  options.lags = 5;
  const Error error = ErrorOf(Noise(6, {"a", "b"}), options);
  EXPECT_EQ(error.kind(), ErrorKind::kData);
  EXPECT_TRUE(Contains(error.what(), "noise.csv: 6 rows, but --lags 5 needs at least 7")) << error.what();
  EXPECT_TRUE(Contains(error.hint(), "--lags 4")) << error.hint();
  EXPECT_NO_THROW(Discover(Noise(7, {"a", "b"}), options));
}

TEST(Discover, NamesTheConstantColumnsWhenTooFewVariablesAreLeft) {
  const Error error = ErrorOf(Noise(50, {"pressure", "valve", "lamp"}, {1, 2}), {});
  EXPECT_EQ(error.kind(), ErrorKind::kData);
  EXPECT_TRUE(Contains(error.what(), "valve, lamp")) << error.what();
  EXPECT_FALSE(Contains(error.what(), "pressure")) << error.what();
}

TEST(Discover, LeavesConstantColumnsOutAndKeepsTheFullMatrix) {
  const Dataset data = Noise(100, {"a", "stuck", "b", "c"}, {1});
  const Result result = Discover(data, VarOptions());
  EXPECT_EQ(result.excluded, std::vector<std::string>{"stuck"});
  EXPECT_EQ(result.scores.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.scores.at(1, i), 0.0);
    EXPECT_EQ(result.scores.at(i, 1), 0.0);
  }
  EXPECT_EQ(result.edges.size(), 6u);
  for (const Edge& edge : result.edges) {
    EXPECT_NE(edge.source, 1u);
    EXPECT_NE(edge.target, 1u);
    EXPECT_EQ(edge.score, result.scores.at(edge.target, edge.source));
    EXPECT_GT(edge.score, 0.0);
    EXPECT_EQ(result.lag_coefficients[(edge.lag - 1) * 16 + edge.target * 4 + edge.source] > 0.0, edge.sign > 0);
  }
  bool said = false;
  for (const std::string& warning : result.warnings) said |= Contains(warning, "stuck");
  EXPECT_TRUE(said);
  // As if the column had never been there.
  std::vector<float> without;
  for (size_t r = 0; r < 100; ++r) without.insert(without.end(), {data.at(r, 0), data.at(r, 2), data.at(r, 3)});
  const Result small = Discover(MakeDataset(without, {"a", "b", "c"}), VarOptions());
  EXPECT_EQ(small.scores.at(2, 0), result.scores.at(3, 0));
  EXPECT_EQ(small.split.threshold, result.split.threshold);
}

TEST(Discover, SortsEdgesAndReportsWhatWasUsed) {
  SimulateOptions simulate;
  const Simulation simulation = Simulate(simulate);
  DiscoverOptions options = VarOptions();
  options.lags = 2;
  const Result result = Discover(simulation.data, options);
  EXPECT_EQ(result.edges.size(), 90u);
  for (size_t e = 1; e < result.edges.size(); ++e) EXPECT_LE(result.edges[e].score, result.edges[e - 1].score);
  EXPECT_EQ(result.split.threshold, SplitScores(result.scores).threshold);
  EXPECT_EQ(result.split.above, SplitScores(result.scores).above);
  EXPECT_EQ(result.options.lags, 2u);
  EXPECT_EQ(result.lag_coefficients.size(), 2u * 100u);
  EXPECT_EQ(result.data_rows, 500u);
  EXPECT_EQ(result.data_trajectories, 1u);
  EXPECT_EQ(result.data_fingerprint, Fingerprint(simulation.data));
  EXPECT_EQ(result.data_source, simulation.data.source);
  EXPECT_GT(result.seconds, 0.0);
  EXPECT_GT(Evaluate(result.scores, simulation.graph).off_diagonal.auroc, 0.8);
}

TEST(Discover, ReportsGrowingProgressAndStopsWhenTold) {
  const Dataset data = Noise(3000, {"a", "b", "c", "d", "e"});
  for (size_t threads : {1, 3}) {
    DiscoverOptions options = VarOptions();
    options.threads = threads;
    double last = 0.0;
    Discover(data, options, [&](const ProgressEvent& event) {
      EXPECT_GT(event.fraction, last);
      last = event.fraction;
      return true;
    });
    EXPECT_DOUBLE_EQ(last, 1.0);
    int calls = 0;
    const Error error = ErrorOf(data, options, [&](const ProgressEvent&) { return ++calls < 8; });
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
    EXPECT_EQ(calls, 8);
  }
}

TEST(FalseDiscovery, FollowsBenjaminiAndHochberg) {
  std::vector<Edge> edges(5);
  const double p[] = {0.04, 0.01, 0.03, NAN, 0.5};
  for (size_t i = 0; i < 5; ++i) edges[i].p = p[i];
  AdjustForFalseDiscovery(edges);
  EXPECT_DOUBLE_EQ(edges[1].q, 0.04);
  EXPECT_DOUBLE_EQ(edges[2].q, 0.04 * 4 / 3);  // 0.06 of its own rank would exceed that of the next
  EXPECT_DOUBLE_EQ(edges[0].q, 0.04 * 4 / 3);
  EXPECT_DOUBLE_EQ(edges[4].q, 0.5);
  EXPECT_TRUE(std::isnan(edges[3].q));
}

TEST(Options, AreCheckedAgainstTheTable) {
  const auto refused = [](auto change, const std::string& text, const std::string& hint) {
    DiscoverOptions options;
    change(options);
    try {
      CheckOptions(options);
      FAIL() << "accepted " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_TRUE(Contains(error.what(), text)) << error.what();
      EXPECT_TRUE(Contains(error.hint(), hint)) << error.hint();
    }
  };
  refused([](DiscoverOptions& o) { o.lags = 10001; }, "--lags 10001", "0 to 10000");
  refused([](DiscoverOptions& o) { o.ridge = -1; }, "--ridge -1", "0 or more");
  refused([](DiscoverOptions& o) { o.ridge = NAN; }, "--ridge nan", "0 or more");
  refused([](DiscoverOptions& o) { o.ridge = INFINITY; }, "--ridge inf", "0 or more");
  refused([](DiscoverOptions& o) { o.lambda = -0.5; }, "--lambda -0.5", "-1 to leave it to the data");
  refused([](DiscoverOptions& o) { o.threads = 5000; }, "--threads 5000", "0 to 1024");
  refused([](DiscoverOptions& o) { o.method = "magic"; }, "--method 'magic'", "var");
  EXPECT_NO_THROW(CheckOptions({}));
}

class NameCollector : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t& value) override { Keep(info), value += 1; }
  void Visit(const OptionInfo& info, double& value) override { Keep(info), value += 1; }
  void Visit(const OptionInfo& info, bool& value) override { Keep(info), value = !value; }
  void Visit(const OptionInfo& info, std::string& value) override { Keep(info), value += "!"; }
  std::map<std::string, int> seen;

 private:
  void Keep(const OptionInfo& info) {
    ++seen[info.name];
    EXPECT_FALSE(info.help.empty()) << info.name;
    EXPECT_FALSE(info.group.empty()) << info.name;
  }
};

TEST(Options, AVisitorReachesEveryFieldOnce) {
  DiscoverOptions options;
  NameCollector collector;
  VisitOptions(options, collector);
  for (const auto& [name, times] : collector.seen) EXPECT_EQ(times, 1) << name;
  EXPECT_EQ(collector.seen.size(), 52u) << "a new option: check its field below too";
  const DiscoverOptions defaults;
  EXPECT_EQ(options.method, defaults.method + "!");
  EXPECT_EQ(options.lags, defaults.lags + 1);
  EXPECT_EQ(options.seed, defaults.seed + 1);
  EXPECT_EQ(options.threads, defaults.threads + 1);
  EXPECT_EQ(options.objective, defaults.objective + "!");
  EXPECT_EQ(options.width, defaults.width + 1);
  EXPECT_EQ(options.per_layer_masks, !defaults.per_layer_masks);
  EXPECT_EQ(options.predict, defaults.predict + "!");
  EXPECT_EQ(options.lambda, defaults.lambda + 1);
  EXPECT_EQ(options.score, defaults.score + "!");
  EXPECT_EQ(options.members, defaults.members + 1);
  EXPECT_EQ(options.resume, !defaults.resume);
  EXPECT_EQ(options.fdr, defaults.fdr + 1);
  EXPECT_EQ(options.threshold, defaults.threshold + 1);
  EXPECT_EQ(options.top_k, defaults.top_k + 1);
  EXPECT_EQ(options.density, defaults.density + 1);
  EXPECT_EQ(options.effort, defaults.effort + "!");
  EXPECT_EQ(options.judges, defaults.judges + "!");
  EXPECT_EQ(options.checkpoint_directory, defaults.checkpoint_directory) << "not a flag";
  EXPECT_EQ(options.ridge, defaults.ridge + 1);
  for (const std::string* text : {&options.rival_lr, &options.rival_penalty, &options.rival_ridge, &options.rival_steps,
                                  &options.rival_width, &options.rival_layers, &options.rival_context,
                                  &options.rival_scaling, &options.rival_scales, &options.rival_output_penalty}) {
    EXPECT_EQ(*text, "auto!");
  }
}

}  // namespace
}  // namespace mask2cause
