// Any number of threads gives the same bytes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "model/random_batch.h"

namespace mask2cause {
namespace {

using testing::RandomBatch;

// What Adam has changed after five steps, the third of them on a short last batch.
std::vector<float> StateAfterFiveSteps(const ModelConfig& config, size_t threads, uint64_t seed = 1) {
  const Model model(config);
  Parameters parameters(model.layout.size());
  InitializeParameters(model, seed, 1.0, parameters.values.data());
  ThreadPool pool(threads);
  StepperOptions options;
  options.dropout = 0.1;
  options.seed = seed;
  options.max_windows = 32;
  Stepper stepper(model, options, pool);
  for (size_t step = 0; step < 5; ++step) {
    const RandomBatch batch(config, step == 2 ? 13 : 32, 100 + step, step == 3 ? 0.2 : 0.0);
    stepper.ComputeGradient(batch.view(), parameters);
    stepper.Update(parameters, 1e-3);
  }
  std::vector<float> state(parameters.values.begin(), parameters.values.end());
  state.insert(state.end(), parameters.first.begin(), parameters.first.end());
  state.insert(state.end(), parameters.second.begin(), parameters.second.end());
  return state;
}

bool SameBytes(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

ModelConfig Config(size_t variables) {
  ModelConfig config;
  config.variables = variables;
  config.width = 20;
  config.heads = 2;
  return config;
}

void ExpectTheSameForEveryThreadCount(const ModelConfig& config) {
  const std::vector<float> alone = StateAfterFiveSteps(config, 1);
  for (const float x : alone) ASSERT_TRUE(std::isfinite(x));
  for (const size_t threads : {1, 2, 3, 8}) {
    EXPECT_TRUE(SameBytes(StateAfterFiveSteps(config, threads), alone)) << threads << " threads";
  }
}

class DeterminismBySize : public ::testing::TestWithParam<size_t> {};
// One chunk, two, eight; and windows that are a tile each.
TEST_P(DeterminismBySize, BytesDoNotDependOnThreads) {
  ExpectTheSameForEveryThreadCount(Config(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Variables, DeterminismBySize, ::testing::Values(3, 10, 36, 100));

class DeterminismByObjective : public ::testing::TestWithParam<Objective> {};
TEST_P(DeterminismByObjective, BytesDoNotDependOnThreads) {
  ModelConfig config = Config(17);
  config.objective = GetParam();
  config.per_layer_masks = true;
  config.pre_blocks = 1;
  ExpectTheSameForEveryThreadCount(config);
}
INSTANTIATE_TEST_SUITE_P(Objectives, DeterminismByObjective,
                         ::testing::Values(Objective::kMse, Objective::kGaussian, Objective::kDual,
                                           Objective::kStudentT, Objective::kLaplace));

TEST(Determinism, AnotherSeedGivesOtherBytes) {
  EXPECT_FALSE(SameBytes(StateAfterFiveSteps(Config(10), 1, 1), StateAfterFiveSteps(Config(10), 1, 2)));
}

}  // namespace
}  // namespace mask2cause
