#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/rng.h"
#include "mask2cause/discover.h"
#include "mask2cause/error.h"
#include "mask2cause/simulate.h"
#include "methods/series.h"

namespace mask2cause {
namespace {

DiscoverOptions Options(size_t lags, double ridge = DiscoverOptions().ridge) {
  DiscoverOptions options;
  options.method = "var";
  options.lags = lags;
  options.ridge = ridge;
  options.threads = 1;
  return options;
}

// Exactly these edges have q below 0.01.
void ExpectGraph(const Result& result, const std::vector<std::pair<size_t, size_t>>& expected) {
  for (const Edge& edge : result.edges) {
    const bool is_expected =
        std::find(expected.begin(), expected.end(), std::pair(edge.source, edge.target)) != expected.end();
    EXPECT_EQ(edge.q < 0.01, is_expected) << edge.source << " -> " << edge.target << " q " << edge.q;
  }
}

TEST(VarMethod, AgreesWithTheFTestOfStatsmodels) {
  std::ifstream file(MASK2CAUSE_FIXTURES "/methods/var.json");
  const nlohmann::json fixture = nlohmann::json::parse(file);
  ASSERT_EQ(fixture.at("cases").size(), 4u);
  for (const nlohmann::json& c : fixture.at("cases")) {
    const size_t n = c.at("variables");
    const auto lengths = c.at("lengths").get<std::vector<size_t>>();
    const Dataset data = MakeDataset(c.at("values").get<std::vector<float>>(), Names(n), lengths);
    const Result result = Discover(data, Options(c.at("lags"), 0.0));
    const double freedom = c.at("freedom"), lags = c.at("lags");
    for (const Edge& edge : result.edges) {
      const size_t cell = edge.target * n + edge.source;
      const double p = c.at("p").at(cell), f = c.at("f").at(cell);
      EXPECT_NEAR(edge.p, p, 1e-6) << c.at("name");
      EXPECT_NEAR(edge.p / p, 1.0, 1e-6) << c.at("name");
      const double share = f * lags / (f * lags + freedom);  // partial R^2 from F
      EXPECT_NEAR(edge.score * edge.score, share, 1e-8) << c.at("name");
    }
  }
}

// Residual and penalised sums of squares of a ridge regression, the long way.
struct RidgeSums {
  double residual, penalised;
};
RidgeSums FitRidge(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, double ridge) {
  const Eigen::MatrixXd gram = x.transpose() * x + ridge * Eigen::MatrixXd::Identity(x.cols(), x.cols());
  const Eigen::VectorXd b = gram.ldlt().solve(x.transpose() * y);
  const double residual = (y - x * b).squaredNorm();
  return {residual, residual + ridge * b.squaredNorm()};
}

// One lag: source j left out of the regression and fitted anew, against the shortcut through the inverse.
TEST(VarMethod, PenalisedScoresEqualThoseOfRefittingWithoutTheSource) {
  const double ridge = 25.0;
  const Dataset data = Generate(3, 60, 12, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 1 ? 0.5 * x[t - 1][0] : 0.0);
  });
  Eigen::MatrixXd z(60, 3);
  for (Eigen::Index r = 0; r < 60; ++r) {
    for (Eigen::Index v = 0; v < 3; ++v) z(r, v) = data.at(static_cast<size_t>(r), static_cast<size_t>(v));
  }
  z.rowwise() -= z.colwise().mean().eval();
  for (Eigen::Index v = 0; v < 3; ++v) z.col(v) /= std::sqrt(z.col(v).squaredNorm() / 60.0) + 1e-5;
  Eigen::MatrixXd past = z.topRows(59), now = z.bottomRows(59);
  past.rowwise() -= past.colwise().mean().eval();
  now.rowwise() -= now.colwise().mean().eval();
  const Result result = Discover(data, Options(1, ridge));
  for (Eigen::Index target = 0; target < 3; ++target) {
    const RidgeSums full = FitRidge(past, now.col(target), ridge);
    for (Eigen::Index source = 0; source < 3; ++source) {
      Eigen::MatrixXd others(59, 2);
      others << past.col((source + 1) % 3), past.col((source + 2) % 3);
      const double drop = FitRidge(others, now.col(target), ridge).penalised - full.penalised;
      EXPECT_NEAR(result.scores.at(static_cast<size_t>(target), static_cast<size_t>(source)),
                  std::sqrt(drop / (drop + full.residual)), 1e-6);
    }
  }
}

TEST(VarMethod, FindsLagSignAndDirectionOfAnAsymmetricPair) {
  const Dataset data = Generate(2, 400, 1, [](const Rows& x, size_t t, size_t v) {
    return v == 0 ? 0.5 * x[t - 1][0] : 0.3 * x[t - 1][1] - 0.6 * x[t - 2][0];
  });
  const Result result = Discover(data, Options(3));
  ExpectGraph(result, {{0, 1}});
  EXPECT_EQ(result.edges.front().source, 0u);
  EXPECT_EQ(result.edges.front().target, 1u);
  EXPECT_EQ(result.edges.front().lag, 2u);
  EXPECT_EQ(result.edges.front().sign, -1);
  // The matrix is [target][source].
  EXPECT_EQ(result.scores.at(1, 0), result.edges.front().score);
  EXPECT_GT(result.scores.at(1, 0), 3.0 * result.scores.at(0, 1));
  EXPECT_LT(result.lag_coefficients[(2 - 1) * 4 + 1 * 2 + 0], -0.3);
}

TEST(VarMethod, SeesThroughAChainAForkAndACollider) {
  const Dataset chain = Generate(3, 1000, 2, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v > 0 ? 0.6 * x[t - 1][v - 1] : 0.0);
  });
  ExpectGraph(Discover(chain, Options(2)), {{0, 1}, {1, 2}});
  const Dataset fork = Generate(3, 1000, 3, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 1 ? 0.6 * x[t - 1][0] : v == 2 ? 0.6 * x[t - 2][0] : 0.0);
  });
  ExpectGraph(Discover(fork, Options(2)), {{0, 1}, {0, 2}});
  const Dataset collider = Generate(3, 1000, 4, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 2 ? 0.5 * x[t - 1][0] + 0.5 * x[t - 1][1] : 0.0);
  });
  ExpectGraph(Discover(collider, Options(2)), {{0, 2}, {1, 2}});
}

TEST(VarMethod, RecoversASimulatedVar) {
  SimulateOptions simulate;
  simulate.system = System::kVar;
  simulate.steps = 1000;
  const Simulation simulation = Simulate(simulate);
  const Result result = Discover(simulation.data, Options(3));
  EXPECT_GT(Evaluate(result.scores, simulation.graph).off_diagonal.auroc, 0.98);
  // Strongest coefficients stand at true lags.
  size_t wrong = 0;
  for (const Edge& edge : result.edges) {
    if (edge.q < 1e-4) wrong += simulation.lag_graph[(edge.lag - 1) * 100 + edge.target * 10 + edge.source] == 0.0;
  }
  EXPECT_LE(wrong, 1u);
}

TEST(VarMethod, FalseAlarmsOfIndependentSeriesAreAsRareAsPromised) {
  size_t below = 0, tests = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Dataset data =
        Generate(5, 200, 100 + seed, [](const Rows& x, size_t t, size_t v) { return 0.5 * x[t - 1][v]; });
    for (const Edge& edge : Discover(data, Options(2)).edges) {
      below += edge.p < 0.05;
      ++tests;
    }
  }
  EXPECT_NEAR(static_cast<double>(below) / static_cast<double>(tests), 0.05, 0.02);
}

TEST(VarMethod, GivesTheSameBytesForAnyNumberOfThreads) {
  SimulateOptions simulate;
  simulate.variables = 70;  // more inputs than one block of columns
  simulate.steps = 1200;    // more windows than one chunk
  const Dataset data = Simulate(simulate).data;
  DiscoverOptions options = Options(2);
  const Result one = Discover(data, options);
  for (size_t threads : {2, 3, 8}) {
    options.threads = threads;
    const Result many = Discover(data, options);
    EXPECT_EQ(one.scores.values, many.scores.values);
    EXPECT_EQ(one.lag_coefficients, many.lag_coefficients);
  }
}

// Two trajectories that would make a perfect link at the seam: whoever lets windows cross finds it.
TEST(VarMethod, NeverCrossesATrajectory) {
  std::vector<float> values;
  std::vector<size_t> lengths;
  Rng rng(9);
  float announced = 0.0f;
  for (int k = 0; k < 120; ++k) {
    const size_t rows = 3 + rng.Below(3);
    lengths.push_back(rows);
    // The last row of v0 announces the first row of v1 in the next trajectory, strongly and only there.
    for (size_t r = 0; r < rows; ++r) {
      const bool first = r == 0, last = r + 1 == rows;
      const float v1 = static_cast<float>(rng.Normal()) + (first ? announced : 0.0f);
      const float v0 = static_cast<float>(rng.Normal()) * (last ? 10.0f : 1.0f);
      if (last) announced = v0;
      values.insert(values.end(), {v0, v1});
    }
  }
  const Result apart = Discover(MakeDataset(values, Names(2), lengths), Options(1));
  EXPECT_GT(Find(apart, 0, 1).p, 0.01);
  const Result joined = Discover(MakeDataset(values, Names(2)), Options(1));
  EXPECT_LT(Find(joined, 0, 1).p, 1e-6);
}

TEST(VarMethod, DuplicateColumnsAreSurvivedWithAPenaltyAndNamedWithout) {
  Dataset data = Generate(3, 300, 5, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 1 ? 0.6 * x[t - 1][0] : 0.0);
  });
  for (size_t r = 0; r < data.rows; ++r) data.values[r * 3 + 2] = data.values[r * 3];  // v2 copies v0
  const Result result = Discover(data, Options(2));
  EXPECT_NEAR(result.scores.at(1, 0), result.scores.at(1, 2), 1e-6);
  try {
    Discover(data, Options(2, 0.0));
    FAIL() << "solved a singular system";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNumerical);
    EXPECT_NE(std::string(error.what()).find("v2"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("--ridge"), std::string::npos);
  }
}

// The last row is never an input. What centring leaves of the others is rounding error of either sign.
TEST(VarMethod, AColumnThatStandsStillInEveryInputIsNamedWithoutAPenalty) {
  for (size_t rows = 40; rows < 60; ++rows) {
    Dataset data = Generate(3, rows, rows, [](const Rows&, size_t, size_t) { return 0.0; });
    for (size_t r = 0; r < rows; ++r) data.values[r * 3 + 1] = r + 1 < rows ? 0.7f : 2.9f;
    try {
      Discover(data, Options(1, 0.0));
      ADD_FAILURE() << "solved a singular system of " << rows << " rows";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kNumerical);
      EXPECT_NE(std::string(error.what()).find("v1 at lag 1"), std::string::npos) << error.what();
    }
    EXPECT_LT(Discover(data, Options(1)).scores.at(0, 1), 1e-6);
  }
}

TEST(VarMethod, NeedsARidgeWhenUnknownsExceedRows) {
  const Dataset data = Generate(6, 15, 6, [](const Rows&, size_t, size_t) { return 0.0; });
  try {
    Discover(data, Options(3, 0.0));
    FAIL() << "fitted 19 unknowns to 12 rows";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_NE(std::string(error.what()).find("19 unknowns"), std::string::npos) << error.what();
    EXPECT_NE(error.hint().find("--ridge"), std::string::npos);
  }
  for (const Edge& edge : Discover(data, Options(3)).edges) {
    EXPECT_TRUE(std::isfinite(edge.score));
    EXPECT_GE(edge.p, 0.0);
    EXPECT_LE(edge.p, 1.0);
  }
}

TEST(VarMethod, JustEnoughRowsGiveFiniteScores) {
  const Dataset data = Generate(2, 5, 7, [](const Rows&, size_t, size_t) { return 0.0; });
  for (const Edge& edge : Discover(data, Options(3)).edges) EXPECT_TRUE(std::isfinite(edge.score));
}

// Rows with holes are left out: the figures equal those of trajectories cut at the holes.
TEST(VarMethod, LeavesOutWindowsWithHolesAndSaysSo) {
  Dataset data = Generate(2, 200, 8, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v == 1 ? 0.5 * x[t - 1][0] : 0.0);
  });
  std::vector<float> holed(data.values.data(), data.values.data() + data.values.size()), cut;
  holed[100 * 2] = holed[100 * 2 + 1] = NAN;
  for (size_t i = 0; i < holed.size(); ++i) {
    if (i / 2 != 100) cut.push_back(holed[i]);
  }
  const Result with_hole = Discover(MakeDataset(holed, Names(2)), Options(2));
  const Result with_cut = Discover(MakeDataset(cut, Names(2), std::vector<size_t>{100, 99}), Options(2));
  for (size_t cell = 0; cell < 4; ++cell) {
    EXPECT_NEAR(with_hole.scores.values[cell], with_cut.scores.values[cell], 1e-9);
  }
  const auto mentions = [](const Result& result, const std::string& text) {
    for (const std::string& warning : result.warnings) {
      if (warning.find(text) != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(mentions(with_hole, "2 of 198 windows")) << with_hole.warnings.front();
  EXPECT_FALSE(mentions(with_cut, "windows"));
}

TEST(VarMethod, FillsInputsWithTheMeanWhenHolesAreEverywhere) {
  const Dataset whole = Generate(4, 600, 9, [](const Rows& x, size_t t, size_t v) {
    return 0.3 * x[t - 1][v] + (v > 0 ? 0.6 * x[t - 1][v - 1] : 0.0);
  });
  std::vector<float> holed(whole.values.data(), whole.values.data() + whole.values.size());
  Rng rng(10);
  for (float& value : holed) {
    if (rng.Uniform() < 0.3) value = NAN;
  }
  const Result result = Discover(MakeDataset(holed, Names(4)), Options(3));
  bool said = false;
  for (const std::string& warning : result.warnings) said |= warning.find("column's mean") != std::string::npos;
  EXPECT_TRUE(said);
  const std::vector<double> truth = {1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1};
  EXPECT_GT(Evaluate(result.scores, truth).off_diagonal.auroc, 0.95);
}

}  // namespace
}  // namespace mask2cause
