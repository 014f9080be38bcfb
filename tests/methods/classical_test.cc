// What every classical rival must do, whatever its idea of a cause: systems with a known answer, holes, masks,
// trajectories, rules, threads, progress and cancelling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/discover.h"
#include "mask2cause/error.h"
#include "mask2cause/simulate.h"
#include "methods/series.h"

namespace mask2cause {
namespace {

class ClassicalRival : public ::testing::TestWithParam<const char*> {
 protected:
  static DiscoverOptions Options(size_t lags) {
    DiscoverOptions options;
    options.method = GetParam();
    options.lags = lags;
    options.threads = 1;
    return options;
  }
};

class CausesOfTheMean : public ClassicalRival {};

double Auroc(const Result& result, const std::vector<double>& truth) {
  return Evaluate(result.scores, truth).off_diagonal.auroc;
}

Dataset Chain(uint64_t seed) {
  return Generate(3, 1000, seed, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v > 0 ? 0.6 * x[t - 1][v - 1] : 0.0);
  });
}

Dataset Fork(uint64_t seed) {
  return Generate(3, 1000, seed, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 1 ? 0.6 * x[t - 1][0] : v == 2 ? 0.6 * x[t - 2][0] : 0.0);
  });
}

Dataset Collider(uint64_t seed) {
  return Generate(3, 1000, seed, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 2 ? 0.5 * x[t - 1][0] + 0.5 * x[t - 1][1] : 0.0);
  });
}

TEST_P(CausesOfTheMean, FindsLagSignAndDirectionOfAnAsymmetricPair) {
  const Dataset data = Generate(2, 400, 1, [](const Rows& x, size_t t, size_t v) {
    return v == 0 ? 0.2 * x[t - 1][0] : 0.3 * x[t - 1][1] - 0.8 * x[t - 2][0];
  });
  const Result result = Discover(data, Options(3));
  const Edge& strongest = result.edges.front();
  EXPECT_EQ(strongest.source, 0u);
  EXPECT_EQ(strongest.target, 1u);
  EXPECT_EQ(strongest.lag, 2u);
  EXPECT_EQ(strongest.sign, -1);
  EXPECT_TRUE(strongest.found);
  EXPECT_EQ(result.scores.at(1, 0), strongest.score);  // [target][source]
  EXPECT_GT(result.scores.at(1, 0), 2.0 * result.scores.at(0, 1));
}

TEST_P(CausesOfTheMean, RanksTheEdgesOfAChainAForkAndAColliderFirst) {
  for (const uint64_t seed : {2, 3, 4}) {
    EXPECT_EQ(Auroc(Discover(Chain(seed), Options(2)), {1, 0, 0, 1, 1, 0, 0, 1, 1}), 1.0);
    EXPECT_EQ(Auroc(Discover(Fork(seed), Options(2)), {1, 0, 0, 1, 1, 0, 1, 0, 1}), 1.0);
    EXPECT_EQ(Auroc(Discover(Collider(seed), Options(2)), {1, 0, 0, 0, 1, 0, 1, 1, 1}), 1.0);
  }
}

TEST_P(ClassicalRival, GivesTheSameBytesForAnyNumberOfThreads) {
  SimulateOptions simulate;
  simulate.variables = 12;
  simulate.steps = 700;  // more windows than one chunk
  const Dataset data = Simulate(simulate).data;
  DiscoverOptions options = Options(2);
  const Result one = Discover(data, options);
  for (size_t threads : {2, 5}) {
    options.threads = threads;
    const Result many = Discover(data, options);
    EXPECT_EQ(one.scores.values, many.scores.values);
    EXPECT_EQ(one.lag_coefficients, many.lag_coefficients);
  }
}

// The last row of v0 announces the first row of v1 in the next trajectory, strongly and only there.
TEST_P(CausesOfTheMean, NeverCrossesATrajectory) {
  std::vector<float> values;
  Rng rng(9);
  float announced = 0.0f;
  const std::vector<size_t> lengths(120, 5);
  for (size_t row = 0; row < 120 * 5; ++row) {
    const bool first = row % 5 == 0, last = row % 5 == 4;
    const float v1 = static_cast<float>(rng.Normal()) + (first ? announced : 0.0f);
    const float v0 = static_cast<float>(rng.Normal()) * (last ? 10.0f : 1.0f);
    if (last) announced = v0;
    values.insert(values.end(), {v0, v1});
  }
  const double apart = Discover(MakeDataset(values, Names(2), lengths), Options(1)).scores.at(1, 0);
  const double joined = Discover(MakeDataset(values, Names(2)), Options(1)).scores.at(1, 0);
  EXPECT_GT(joined, 0.3);
  EXPECT_LT(apart, 0.3 * joined);
}

TEST_P(CausesOfTheMean, FindsAChainThroughHoles) {
  const Dataset whole = Chain(5);
  std::vector<float> holed(whole.values.data(), whole.values.data() + whole.values.size());
  Rng rng(10);
  for (float& value : holed) {
    if (rng.Uniform() < 0.2) value = NAN;
  }
  const Result result = Discover(MakeDataset(holed, Names(3)), Options(2));
  EXPECT_EQ(Auroc(result, {1, 0, 0, 1, 1, 0, 0, 1, 1}), 1.0);
}

// In the second half b follows a; the mask leaves that half out of what is forecast of b.
TEST_P(CausesOfTheMean, LearnsNothingFromTargetsThatAMaskLeavesOut) {
  Dataset data = Generate(
      2, 800, 6, [](const Rows& x, size_t t, size_t v) { return v == 1 && t > 420 ? 3.0 * x[t - 1][0] : 0.0; });
  const double open = Discover(data, Options(1)).scores.at(1, 0);
  for (size_t row = 400; row < 800; ++row) data.left_out.Set(row * 2 + 1);
  const double masked = Discover(data, Options(1)).scores.at(1, 0);
  EXPECT_LT(masked, 0.3 * open);
}

TEST_P(ClassicalRival, ATargetThatIsNeverForecastHasNoScore) {
  Dataset data = Chain(7);
  for (size_t row = 0; row < data.rows; ++row) data.left_out.Set(row * 3 + 2);
  const Result result = Discover(data, Options(2));
  EXPECT_EQ(result.scores.at(2, 1), 0.0);
  EXPECT_GT(result.scores.at(1, 0), 0.0);
  EXPECT_NE(std::find(result.warnings.begin(), result.warnings.end(),
                      "never forecast, so nothing is said of what drives them: v2"),
            result.warnings.end());
}

TEST_P(ClassicalRival, AForbiddenEdgeHasScoreZeroAndIsNotTested) {
  DiscoverOptions options = Options(2);
  options.forbid = "v0 -> v1";
  const Result result = Discover(Chain(8), options);
  EXPECT_EQ(Find(result, 0, 1).score, 0.0);
  EXPECT_FALSE(Find(result, 0, 1).found);
  EXPECT_TRUE(std::isnan(Find(result, 0, 1).p));
  EXPECT_GT(Find(result, 1, 2).score, 0.0);
}

// What a target shows of the sources that may drive it: p-values where there are any.
std::vector<double> Shown(const Result& result, size_t target) {
  std::vector<double> shown;
  for (size_t source = 1; source < 3; ++source) {
    if (source == target) continue;
    const Edge& edge = Find(result, source, target);
    shown.push_back(std::isnan(edge.p) ? edge.score : edge.p);
  }
  return shown;
}

// Another series in the place of a forbidden source leaves what it may not drive as it is. A copy of the true cause
// that is forbidden takes nothing from it.
TEST_P(ClassicalRival, AForbiddenSourceIsNotSeen) {
  DiscoverOptions options = Options(2);
  options.forbid = "v0 -> *";
  const Dataset data = Fork(14), stranger = Fork(15);
  Dataset other = Fork(14);
  for (size_t row = 0; row < other.rows; ++row) other.values[row * 3] = stranger.values[row * 3];
  const Result one = Discover(data, options), two = Discover(other, options);
  for (const size_t target : {1, 2}) {
    const std::vector<double> a = Shown(one, target), b = Shown(two, target);
    for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-6 + 1e-3 * std::abs(a[i])) << target;
  }
}

TEST_P(CausesOfTheMean, AForbiddenCopyOfTheCauseTakesNothingFromIt) {
  Dataset data = Chain(16);  // v0 -> v1 -> v2
  for (size_t row = 0; row < data.rows; ++row) data.values[row * 3 + 2] = data.values[row * 3];
  DiscoverOptions options = Options(1);
  options.forbid = "v0 -> *";
  const Edge copy = Find(Discover(data, options), 2, 1);
  options.forbid = "v2 -> *";
  const Edge cause = Find(Discover(data, options), 0, 1);
  EXPECT_TRUE(copy.found);
  EXPECT_TRUE(cause.found);
  EXPECT_NEAR(copy.score, cause.score, 0.05 * cause.score);
}

TEST_P(ClassicalRival, ReportsProgressToTheEndAndStopsWhenTold) {
  std::vector<double> fractions;
  Discover(Chain(9), Options(2), [&](const ProgressEvent& event) {
    fractions.push_back(event.fraction);
    return true;
  });
  ASSERT_GE(fractions.size(), 3u);
  EXPECT_EQ(fractions.back(), 1.0);
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  size_t calls = 0;
  try {
    Discover(Chain(9), Options(2), [&](const ProgressEvent&) { return ++calls < 3; });
    ADD_FAILURE() << "went on";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  }
}

TEST_P(ClassicalRival, SurvivesCopiesStepsAndFewRows) {
  Dataset copies = Chain(10);
  for (size_t r = 0; r < copies.rows; ++r) copies.values[r * 3 + 2] = copies.values[r * 3];  // v2 copies v0
  for (const double score : Discover(copies, Options(2)).scores.values) EXPECT_TRUE(std::isfinite(score));
  Dataset steps = Chain(11);
  for (size_t r = 0; r < steps.rows; ++r) steps.values[r * 3 + 1] = r + 1 < steps.rows ? 0.7f : 2.9f;
  for (const double score : Discover(steps, Options(1)).scores.values) EXPECT_TRUE(std::isfinite(score));
  const Dataset few = Generate(6, 15, 12, [](const Rows&, size_t, size_t) { return 0.0; });
  for (const double score : Discover(few, Options(3)).scores.values) EXPECT_TRUE(std::isfinite(score));
}

std::string NameOfMethod(const ::testing::TestParamInfo<const char*>& test) {
  std::string name = test.param;
  std::erase(name, '-');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Methods, ClassicalRival,
                         ::testing::Values("var", "lasso-var", "xcorr", "mi", "pcmci", "dynotears", "sqcorr",
                                           "var-arch"),
                         NameOfMethod);
INSTANTIATE_TEST_SUITE_P(Methods, CausesOfTheMean,
                         ::testing::Values("var", "lasso-var", "xcorr", "mi", "pcmci", "dynotears"), NameOfMethod);

bool Warns(const Result& result, const std::string& warning) {
  return std::find(result.warnings.begin(), result.warnings.end(), warning) != result.warnings.end();
}

// Where no test has a degree of freedom the ranking alone would pass for an answer.
TEST(ClassicalWarnings, TooFewRowsToTestAreNamed) {
  DiscoverOptions options;
  options.lags = 1;
  const Dataset few = Generate(2, 3, 17, [](const Rows&, size_t, size_t) { return 0.0; });
  const Dataset enough = Generate(2, 60, 17, [](const Rows&, size_t, size_t) { return 0.0; });
  for (const char* method : {"xcorr", "sqcorr"}) {
    options.method = method;
    EXPECT_TRUE(Warns(Discover(few, options), "too few rows to test what drives them: v0, v1")) << method;
    EXPECT_FALSE(Warns(Discover(enough, options), "too few rows to test what drives them: v0, v1")) << method;
  }
}

bool HasFewRows(const Dataset& data, const char* method, size_t lags) {
  DiscoverOptions options;
  options.method = method;
  options.lags = lags;
  options.rival_steps = "1";
  const std::vector<DataCheck> checks = Discover(data, options).checks;
  return std::any_of(checks.begin(), checks.end(), [](const DataCheck& check) { return check.name == "few-rows"; });
}

// Rows are weighed against unknowns as the method looks back; one with stretches of its own has no lags to weigh.
TEST(ClassicalWarnings, FewRowsAreCountedAsTheMethodLooksBack) {
  const Dataset data = Generate(2, 100, 18, [](const Rows&, size_t, size_t) { return 0.0; });
  EXPECT_FALSE(HasFewRows(data, "var", 9));
  EXPECT_TRUE(HasFewRows(data, "pcmci", 9));  // twice as far
  EXPECT_TRUE(HasFewRows(data, "var", 20));
  EXPECT_FALSE(HasFewRows(data, "cuts+", 20));
}

// What pairs cannot tell and conditions can: two children of one cause.
TEST(XcorrMethod, TakesSiblingsForCauseAndEffectWherePcmciDoesNot) {
  DiscoverOptions options;
  options.lags = 2;
  options.method = "xcorr";
  EXPECT_TRUE(Find(Discover(Fork(13), options), 1, 2).found);
  options.method = "pcmci";
  EXPECT_FALSE(Find(Discover(Fork(13), options), 1, 2).found);
}

TEST(XcorrMethod, FalseAlarmsOfSeriesWithoutMemoryAreAsRareAsPromised) {
  DiscoverOptions options;
  options.lags = 2;
  options.method = "xcorr";
  size_t below = 0, tests = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data = Generate(5, 200, 100 + seed, [](const Rows&, size_t, size_t) { return 0.0; });
    for (const Edge& edge : Discover(data, options).edges) {
      below += edge.p < 0.05;
      ++tests;
    }
  }
  EXPECT_NEAR(static_cast<double>(below) / static_cast<double>(tests), 0.05, 0.02);
}

}  // namespace
}  // namespace mask2cause
