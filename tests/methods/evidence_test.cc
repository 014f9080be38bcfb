// Evidence of single pairs beyond Granger's test: Bayesian selection, and effects of any shape.
#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"
#include "methods/linear_evidence.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

constexpr size_t kVariables = 6;

// Variable 1 follows variable 0 weakly at lag 2; variable 2 follows a wave of variable 0 at lag 1, whose correlation
// with it is nought; the rest is noise.
Dataset WeakAndWavy(size_t rows) {
  Rng rng(21);
  std::vector<float> values(rows * kVariables);
  for (size_t r = 0; r < rows; ++r) {
    float* const row = values.data() + r * kVariables;
    for (size_t v = 0; v < kVariables; ++v) row[v] = static_cast<float>(rng.Normal());
    if (r >= 2) row[1] += 0.25f * row[-2 * static_cast<ptrdiff_t>(kVariables)];
    if (r >= 1) row[2] += 0.8f * std::cos(4.0f * row[-static_cast<ptrdiff_t>(kVariables)]);
  }
  std::vector<std::string> names;
  for (size_t v = 0; v < kVariables; ++v) names.push_back(std::string(1, static_cast<char>('a' + v)));
  return MakeDataset(values, names);
}

LinearEvidence EvidenceOf(const Dataset& data, size_t threads = 1) {
  std::vector<size_t> variables(data.variables());
  std::iota(variables.begin(), variables.end(), size_t{0});
  const Scaler scaler = FitScaler(data);
  const DiscoverOptions options;
  ThreadPool pool(threads);
  const Progress silent;
  ProgressMeter meter(silent, "");
  const std::vector<double> nothing;
  return FindLinearEvidence({data, scaler, variables, options, pool, nothing, meter}, 3, 10.0, /*with_curves=*/true);
}

constexpr size_t kWeak = 1 * kVariables + 0, kWavy = 2 * kVariables + 0;

TEST(SelectionOdds, PickTheWeakEdgeAndNothingElse) {
  const LinearEvidence evidence = EvidenceOf(WeakAndWavy(600));
  EXPECT_GT(evidence.selection_odds[kWeak], 3.0);
  for (size_t c = 0; c < kVariables * kVariables; ++c) {
    if (c / kVariables == c % kVariables || c == kWeak) continue;
    EXPECT_LT(evidence.selection_odds[c], 1.0) << c;
  }
}

TEST(SelectionOdds, SurviveMissingCells) {
  const LinearEvidence evidence = EvidenceOf(WithMissingCells(WeakAndWavy(1500), 0.05));
  EXPECT_GT(evidence.selection_odds[kWeak], 1.0);
  for (const double odds : evidence.selection_odds) EXPECT_TRUE(std::isfinite(odds));
}

// A system as the sampler imagines it: a fifth of the pairs are edges, of one lag, with Gaussian weights.
struct GaussianSystem {
  static constexpr size_t kSize = 20;
  std::vector<double> graph = std::vector<double>(kSize * kSize);
  Dataset data;

  GaussianSystem(size_t rows, uint64_t seed) {
    Rng rng(seed);
    std::vector<float> weights(kSize * kSize), values(rows * kSize);
    std::vector<size_t> lags(kSize * kSize);
    for (size_t c = 0; c < graph.size(); ++c) {
      graph[c] = c / kSize != c % kSize && rng.Uniform() < 0.2 ? 1.0 : 0.0;
      weights[c] = static_cast<float>(0.15 * graph[c] * rng.Normal());
      lags[c] = 1 + rng.Below(3);
    }
    for (size_t r = 0; r < rows; ++r) {
      for (size_t i = 0; i < kSize; ++i) {
        float& value = values[r * kSize + i];
        value = static_cast<float>(rng.Normal());
        for (size_t j = 0; r >= 3 && j < kSize; ++j) {
          value += weights[i * kSize + j] * values[(r - lags[i * kSize + j]) * kSize + j];
        }
      }
    }
    std::vector<std::string> names;
    for (size_t v = 0; v < kSize; ++v) names.push_back(std::string(1, static_cast<char>('a' + v)));
    data = MakeDataset(values, names);
  }
};

// A thousand rows leave some edges in doubt; what is said of all of them together must still be right.
TEST(SelectionOdds, AreProbabilitiesThatComeTrue) {
  double expected[2] = {}, edges[2] = {}, variance[2] = {};  // of those called unlikely, and of the others
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    const GaussianSystem system(1000, seed);
    const LinearEvidence evidence = EvidenceOf(system.data);
    for (size_t c = 0; c < system.graph.size(); ++c) {
      if (c / GaussianSystem::kSize == c % GaussianSystem::kSize) continue;
      const double probability = 1.0 / (1.0 + std::exp(-evidence.selection_odds[c]));
      const size_t likely = probability > 0.3 ? 1 : 0;
      expected[likely] += probability;
      edges[likely] += system.graph[c];
      variance[likely] += probability * (1.0 - probability);
    }
  }
  for (const size_t likely : {0, 1}) {
    EXPECT_GT(edges[likely], 40.0);
    EXPECT_NEAR(expected[likely], edges[likely], 0.1 * edges[likely] + 2.5 * std::sqrt(variance[likely])) << likely;
  }
}

TEST(ShapeGains, SeeWhatHasNoSlope) {
  const LinearEvidence evidence = EvidenceOf(WeakAndWavy(600));
  EXPECT_LT(evidence.mean_scores[kWavy], 0.15);
  for (size_t c = 0; c < kVariables * kVariables; ++c) {
    if (c / kVariables == c % kVariables) continue;
    EXPECT_EQ(evidence.shape_gains[c] > 9.0, c == kWavy) << c << ' ' << evidence.shape_gains[c];
  }
}

TEST(ShapeGains, OfLongSeriesAreThoseOfAThousandRows) {
  const double gain = EvidenceOf(WeakAndWavy(8000)).shape_gains[kWavy];
  EXPECT_NEAR(gain, EvidenceOf(WeakAndWavy(1003)).shape_gains[kWavy], 0.25 * gain);
}

TEST(Evidence, IsTheSameForAnyNumberOfThreads) {
  const Dataset data = WeakAndWavy(300);
  const LinearEvidence one = EvidenceOf(data, 1), three = EvidenceOf(data, 3);
  EXPECT_EQ(one.selection_odds, three.selection_odds);
  EXPECT_EQ(one.shape_gains, three.shape_gains);
}

}  // namespace
}  // namespace mask2cause
