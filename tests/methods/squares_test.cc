// sqcorr, var-arch, and the linear evidence beneath them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mask2cause/error.h"
#include "mask2cause/simulate.h"
#include "methods/linear_evidence.h"
#include "methods/series.h"

namespace mask2cause {
namespace {

const std::vector<std::string> kBoth = {"sqcorr", "var-arch"};

DiscoverOptions Options(const std::string& method, size_t lags, double ridge = DiscoverOptions().ridge) {
  DiscoverOptions options;
  options.method = method;
  options.lags = lags;
  options.ridge = ridge;
  options.threads = 1;
  return options;
}

Simulation SimulateSystem(System system, size_t variables, size_t steps, uint64_t seed = 1,
                          double variance_ratio = 0.5) {
  SimulateOptions options;
  options.system = system;
  options.variables = variables;
  options.steps = steps;
  options.seed = seed;
  options.variance_ratio = variance_ratio;
  return Simulate(options);
}

nlohmann::json Cases() {
  std::ifstream file(MASK2CAUSE_FIXTURES "/methods/squares.json");
  return nlohmann::json::parse(file).at("cases");
}

Dataset DataOf(const nlohmann::json& c) {
  std::vector<float> values;
  for (const nlohmann::json& value : c.at("values")) values.push_back(value.is_null() ? NAN : value.get<float>());
  return MakeDataset(values, Names(c.at("variables")), c.at("lengths").get<std::vector<size_t>>());
}

Result RunCase(const nlohmann::json& c, const std::string& method) {
  return Discover(DataOf(c), Options(method, c.at("lags"), c.at("ridge")));
}

void ExpectClose(const std::vector<double>& ours, const nlohmann::json& c, const char* key, double tolerance = 1e-9) {
  const auto theirs = c.at(key).get<std::vector<double>>();
  ASSERT_EQ(ours.size(), theirs.size()) << key;
  for (size_t i = 0; i < ours.size(); ++i) {
    EXPECT_NEAR(ours[i], theirs[i], tolerance * std::max(1.0, std::abs(theirs[i]))) << c.at("name") << " " << key << i;
  }
}

// Relative: a p-value that is wrong by a factor may be tiny all the same.
void ExpectSameP(const Result& ours, const nlohmann::json& c, const char* key) {
  for (const Edge& edge : ours.edges) {
    const double p = c.at(key).at(edge.target * ours.scores.size() + edge.source);
    EXPECT_NEAR(edge.p / p, 1.0, 1e-6) << c.at("name") << " " << key;
  }
}

LinearEvidence EvidenceOf(const Dataset& data, size_t lags, double ridge, const Progress& progress = {}) {
  const Scaler scaler = FitScaler(data);
  const UsableVariables variables = FindUsableVariables(data);
  const DiscoverOptions options;  // its lags and ridge must not matter
  ThreadPool pool(1);
  ProgressMeter meter(progress, "fitting");
  const std::vector<double> no_knowledge;
  return FindLinearEvidence({data, scaler, variables.usable, options, pool, no_knowledge, meter}, lags, ridge);
}

TEST(LinearEvidence, AgreesWithRegressionsDoneTheLongWay) {
  const nlohmann::json cases = Cases();
  ASSERT_EQ(cases.size(), 5u);
  for (const nlohmann::json& c : cases) {
    const LinearEvidence evidence = EvidenceOf(DataOf(c), c.at("lags"), c.at("ridge"));
    ExpectClose(evidence.mean_scores, c, "mean_scores");
    ExpectClose(evidence.variance_scores, c, "variance_scores");
    ExpectClose(evidence.mean_p, c, "mean_p");
    ExpectClose(evidence.variance_p, c, "variance_p");
    ExpectClose(evidence.mean_lag_coefficients, c, "mean_lags");
    ExpectClose(evidence.variance_lag_coefficients, c, "variance_lags");
    EXPECT_EQ(evidence.warnings.size(), c.at("name").get<std::string>().ends_with("holes") ? 1u : 0u);
  }
}

TEST(LinearEvidence, DrivesItsMeterFromNothingToOne) {
  const Dataset data = SimulateSystem(System::kLorenz96, 10, 1500).data;
  std::vector<double> fractions;
  EvidenceOf(data, 2, 1.0, [&](const ProgressEvent& event) {
    fractions.push_back(event.fraction);
    return true;
  });
  EXPECT_EQ(fractions.size(), 2u * 3 + 4 * 10);
  EXPECT_EQ(fractions.back(), 1.0);
}

TEST(SqcorrMethod, AgreesWithNumpy) {
  for (const nlohmann::json& c : Cases()) {
    const Result result = RunCase(c, "sqcorr");
    ExpectClose(result.scores.values, c, "sqcorr");
    ExpectClose(result.lag_coefficients, c, "sqcorr_lags");
    ExpectSameP(result, c, "sqcorr_p");
  }
}

TEST(VarArchMethod, AgreesWithNumpy) {
  for (const nlohmann::json& c : Cases()) {
    const Result result = RunCase(c, "var-arch");
    ExpectClose(result.mean_scores, c, "z_mean", 1e-8);
    ExpectClose(result.variance_scores, c, "z_variance", 1e-8);
    ExpectSameP(result, c, "combined_p");
    double least = HUGE_VAL;
    for (const Edge& edge : result.edges) least = std::min(least, edge.score);
    EXPECT_NEAR(least, 1.0, 1e-12) << "the least sum counts as 1";
    const double moved = result.scores.values[1] - result.mean_scores[1] - result.variance_scores[1];
    for (size_t i = 0; i < result.scores.values.size(); ++i) {
      EXPECT_NEAR(result.scores.values[i], result.mean_scores[i] + result.variance_scores[i] + moved, 1e-12);
    }
  }
}

// v0 moves the variance of v1 at lag 2 and the mean of v2, downwards, at lag 1.
Dataset OneOfEachKind() {
  return Generate(
      3, 3000, 21, [](const Rows& x, size_t t, size_t v) { return v == 2 ? -0.4 * x[t - 1][0] : 0.0; },
      [](const Rows& x, size_t t, size_t v) {
        return v == 1 ? std::sqrt(0.3 + 0.7 * x[t - 2][0] * x[t - 2][0]) : 1.0;
      });
}

TEST(VarArchMethod, AForbiddenEdgeRanksLast) {
  DiscoverOptions options = Options("var-arch", 2);
  options.forbid = "v1 -> *";
  const Result result = Discover(OneOfEachKind(), options);
  for (const Edge& edge : result.edges) EXPECT_EQ(edge.score == 0.0, edge.source == 1) << edge.source << edge.target;
  options.top_k = 4;
  const Result most = Discover(OneOfEachKind(), options);
  for (const Edge& edge : most.edges) EXPECT_EQ(edge.found, edge.source != 1);
}

// As many unknowns as rows explain any series exactly.
TEST(VarArchMethod, FindsNothingInAHandfulOfRows) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Dataset few = Generate(4, 4, 400 + seed, [](const Rows&, size_t, size_t) { return 0.0; });
    for (const Edge& edge : Discover(few, Options("var-arch", 1)).edges) EXPECT_FALSE(edge.found) << seed;
  }
}

TEST(VarArchMethod, TellsTheKindTheLagAndTheSignOfEachEdge) {
  const Result result = Discover(OneOfEachKind(), Options("var-arch", 3));
  const Edge &on_variance = Find(result, 0, 1), &on_mean = Find(result, 0, 2);
  EXPECT_EQ(on_variance.kind, EdgeKind::kVariance);
  EXPECT_EQ(on_variance.lag, 2u);
  EXPECT_EQ(on_variance.sign, 1);
  EXPECT_EQ(on_mean.kind, EdgeKind::kMean);
  EXPECT_EQ(on_mean.lag, 1u);
  EXPECT_EQ(on_mean.sign, -1);
  for (const Edge& edge : result.edges) {
    const bool is_true = edge.source == 0;
    EXPECT_EQ(edge.q < 1e-6, is_true) << edge.source << " -> " << edge.target << " q " << edge.q;
    EXPECT_EQ(edge.score >= std::min(on_mean.score, on_variance.score), is_true);
  }
}

TEST(SqcorrMethod, SeesTheVarianceAndNotTheMean) {
  const Result result = Discover(OneOfEachKind(), Options("sqcorr", 3));
  EXPECT_EQ(result.edges.front().source, 0u);
  EXPECT_EQ(result.edges.front().target, 1u);
  EXPECT_EQ(result.edges.front().lag, 2u);
  EXPECT_EQ(result.edges.front().sign, 1);
  EXPECT_LT(result.edges.front().q, 1e-20);
  EXPECT_GT(Find(result, 0, 2).p, 0.001);
  EXPECT_TRUE(result.mean_scores.empty());
}

// v0 moves v2 at once and the variance of v1 a step later: the size of v2 announces the noise of v1 without causing it.
TEST(SquareMethods, OnlyTheRegressionSeesThroughACommonCause) {
  const Dataset data = Generate(
      3, 3000, 22, [](const Rows& x, size_t t, size_t v) { return v == 2 ? x[t - 1][0] : 0.0; },
      [](const Rows& x, size_t t, size_t v) {
        return v == 1 ? std::sqrt(0.3 + 0.7 * x[t - 2][0] * x[t - 2][0]) : 1.0;
      });
  const Edge pairwise = Find(Discover(data, Options("sqcorr", 3)), 2, 1);
  EXPECT_LT(pairwise.p, 1e-6);
  EXPECT_EQ(pairwise.lag, 1u);
  const LinearEvidence evidence = EvidenceOf(data, 3, 10.0);
  EXPECT_GT(evidence.variance_p[1 * 3 + 2], 0.001);
  EXPECT_LT(evidence.variance_p[1 * 3 + 0], 1e-20);
}

double MeanAuroc(const std::string& method, double variance_ratio) {
  constexpr size_t kSeeds = 5;
  double sum = 0.0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Simulation simulation = SimulateSystem(System::kMixed, 10, 2000, seed, variance_ratio);
    sum += Evaluate(Discover(simulation.data, Options(method, 3)).scores, simulation.graph).off_diagonal.auroc;
  }
  return sum / kSeeds;
}

TEST(SqcorrMethod, FindsCausesOfTheVarianceThatVarIsBlindTo) {
  EXPECT_GT(MeanAuroc("sqcorr", 1.0), 0.9);
  EXPECT_LT(MeanAuroc("var", 1.0), 0.7);
}

TEST(VarArchMethod, FindsBothKindsWhereEachHalfFindsOne) {
  EXPECT_GT(MeanAuroc("var-arch", 0.5), 0.92);
  EXPECT_LT(MeanAuroc("var", 0.5), 0.88);
  EXPECT_LT(MeanAuroc("sqcorr", 0.5), 0.8);
}

// One lag, so that Bonferroni changes nothing and the p-values are to be uniform.
TEST(SquareMethods, PValuesOfIndependentSeriesAreUniform) {
  for (const std::string& method : kBoth) {
    size_t below_half = 0, below = 0, tests = 0;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      const Dataset data =
          Generate(5, 400, 300 + seed, [](const Rows& x, size_t t, size_t v) { return 0.5 * x[t - 1][v]; });
      for (const Edge& edge : Discover(data, Options(method, 1)).edges) {
        below += edge.p < 0.05;
        below_half += edge.p < 0.5;
        ++tests;
      }
    }
    EXPECT_NEAR(static_cast<double>(below) / static_cast<double>(tests), 0.05, 0.02) << method;
    EXPECT_NEAR(static_cast<double>(below_half) / static_cast<double>(tests), 0.5, 0.07) << method;
  }
}

TEST(SqcorrMethod, ManyLagsDoNotMakeFalseAlarms) {
  size_t below = 0, tests = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data = Generate(5, 400, 400 + seed, [](const Rows&, size_t, size_t) { return 0.0; });
    for (const Edge& edge : Discover(data, Options("sqcorr", 8)).edges) {
      below += edge.p < 0.05;
      ++tests;
      EXPECT_LE(edge.p, 1.0);
    }
  }
  EXPECT_LT(static_cast<double>(below) / static_cast<double>(tests), 0.07);
}

// More inputs than a block of columns, more targets than a block of residuals, more windows than a chunk, and holes.
TEST(SquareMethods, GiveTheSameBytesForAnyNumberOfThreads) {
  Dataset data = SimulateSystem(System::kVar, 70, 1200).data;
  std::vector<float> values(data.values.data(), data.values.data() + data.values.size());
  for (size_t i = 0; i < 5; ++i) values[i * 9973] = NAN;
  data = MakeDataset(values, Names(70));
  for (const std::string& method : kBoth) {
    DiscoverOptions options = Options(method, 2);
    const Result one = Discover(data, options);
    for (size_t threads : {2, 3, 8}) {
      options.threads = threads;
      const Result many = Discover(data, options);
      EXPECT_EQ(one.scores.values, many.scores.values) << method;
      EXPECT_EQ(one.lag_coefficients, many.lag_coefficients) << method;
    }
  }
}

TEST(SquareMethods, ReportAllOfTheirProgressAndStopWhenTold) {
  const Dataset data = SimulateSystem(System::kLorenz96, 10, 1500).data;
  for (const std::string& method : kBoth) {
    double last = 0.0;
    size_t calls = 0;
    Discover(data, Options(method, 2), [&](const ProgressEvent& event) {
      EXPECT_GT(event.fraction, last);
      last = event.fraction;
      ++calls;
      return true;
    });
    EXPECT_EQ(last, 1.0) << method;
    for (size_t stop_at : {size_t{1}, calls / 2, calls - 1}) {  // in the first regression and in the second
      size_t told = 0;
      try {
        Discover(data, Options(method, 2), [&](const ProgressEvent&) { return ++told < stop_at; });
        FAIL() << method << " went on";
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
        EXPECT_EQ(told, stop_at) << method;
      }
    }
  }
}

// The squares of a column that is as often -1 as 1 do not vary: no evidence, not a division by rounding error.
TEST(SquareMethods, TwoValuedColumnsAreNoCauseOfTheVariance) {
  std::vector<float> values;
  Rng rng(31);
  for (size_t t = 0; t < 400; ++t) {
    values.insert(values.end(),
                  {t % 2 == 0 ? 1.0f : -1.0f, static_cast<float>(rng.Normal()), static_cast<float>(rng.Normal())});
  }
  const Dataset data = MakeDataset(values, Names(3));
  const Result result = Discover(data, Options("sqcorr", 2));
  EXPECT_EQ(Find(result, 0, 1).score, 0.0);
  EXPECT_EQ(Find(result, 0, 1).p, 1.0);
  EXPECT_GT(Find(result, 2, 1).score, 0.0);
  EXPECT_LT(EvidenceOf(data, 2, 10.0).variance_scores[1 * 3 + 0], 1e-6);
  try {
    EvidenceOf(data, 1, 0.0);
    FAIL() << "solved a singular system";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNumerical);
    EXPECT_NE(std::string(error.what()).find("the square of v0 at lag 1"), std::string::npos) << error.what();
  }
}

TEST(SquareMethods, ScoresAreFiniteForTheFewestRows) {
  const Dataset data = Generate(2, 5, 7, [](const Rows&, size_t, size_t) { return 0.0; });
  for (const std::string& method : kBoth) {
    for (const Edge& edge : Discover(data, Options(method, 3)).edges) EXPECT_TRUE(std::isfinite(edge.score)) << method;
  }
}

}  // namespace
}  // namespace mask2cause
