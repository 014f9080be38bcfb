// Parameters by the formula, operations beside the paper's table.
#include "model/cost.h"

#include <gtest/gtest.h>

namespace mask2cause {
namespace {

ModelConfig PaperShape(size_t variables, size_t lags, Objective objective) {
  ModelConfig config;
  config.variables = variables;
  config.lags = lags;
  config.objective = objective;
  return config;
}

TEST(Cost, ParametersFollowTheFormula) {
  for (const size_t n : {5, 10, 100, 2000}) {
    for (const size_t lags : {1, 5, 2000}) {
      for (const Objective objective : {Objective::kMse, Objective::kGaussian}) {
        const Model model(PaperShape(n, lags, objective));
        const size_t d = 64, heads = objective == Objective::kMse ? 1 : 2;
        const size_t expected = n * d + (lags + 1) * d + n * n + 2 * (12 * d * d + 13 * d) + heads * (d + 1);
        EXPECT_EQ(model.ParameterCount(), expected);
        EXPECT_EQ(ParametersWithoutIdentity(model), expected - n * d);
      }
    }
  }
}

TEST(Cost, OperationsAreWithinThreePercentOfThePapers) {
  struct Row {
    size_t variables, lags;
    double mflop, mflop_nll;
  };
  for (const Row& row : {Row{10, 5, 2.05, 2.05}, Row{2000, 5, 2510.85, 2511.10}, Row{10, 2000, 4.60, 4.60},
                         Row{2000, 2000, 3021.57, 3021.82}}) {
    EXPECT_NEAR(ForwardFlops(Model(PaperShape(row.variables, row.lags, Objective::kMse))) / 1e6 / row.mflop, 1.0, 0.03);
    EXPECT_NEAR(ForwardFlops(Model(PaperShape(row.variables, row.lags, Objective::kGaussian))) / 1e6 / row.mflop_nll,
                1.0, 0.03);
  }
}

TEST(Cost, OperationsAreCountedFromTheLayersThatAreThere) {
  ModelConfig config = PaperShape(10, 5, Objective::kMse);
  const double two = ForwardFlops(Model(config));
  config.layers = 1;
  const double one = ForwardFlops(Model(config));
  config.pre_blocks = 1;
  const double with_block = ForwardFlops(Model(config));
  EXPECT_GT(two - one, 0.45 * two);
  EXPECT_NEAR(with_block - one, 10 * (2.0 * 8 * 64 * 64 + 8 * 64), 1.0);
  config.objective = Objective::kDual;
  EXPECT_GT(ForwardFlops(Model(config)), 1.9 * with_block);
}

}  // namespace
}  // namespace mask2cause
