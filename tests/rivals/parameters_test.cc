// How many numbers each neural method trains, counted by hand from its description.
#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

size_t CountParameters(const std::string& method, const std::string& width = "auto") {
  DiscoverOptions options;
  options.method = method;
  options.lags = 2;
  options.rival_steps = "1";
  options.rival_width = width;
  options.rival_context = method == "causalformer" ? "8" : "auto";
  return Discover(Simulate(KnownSystems()[1], 200), options).parameters;
}

constexpr size_t kN = 3, kLags = 2;

TEST(RivalParameters, NetworksOfEachTargetAreCountedTogether) {
  EXPECT_EQ(CountParameters("cmlp", "20"), kN * (kN * kLags * 20 + 20 + 20 + 1));
  EXPECT_EQ(CountParameters("clstm", "16"), kN * (4 * 16 * (kN + 16 + 1) + 16 + 1));
  EXPECT_EQ(CountParameters("tcdf"), kN * (kN + 4 * kN + kN + kN + kN + 1));
}

// Four time scales of ten averages each; the economy unit hears them through a sketch of ten, and two layers.
TEST(RivalParameters, StatisticalUnitsCountWhatTheyUse) {
  const size_t rest = 10 * (kN + 10 + 1) + 10 * (40 + 1) + 10 + 1;
  EXPECT_EQ(CountParameters("sru"), kN * (10 * (40 + 1) + rest));
  EXPECT_EQ(CountParameters("esru"), kN * (2 * 10 * (10 + 1) + rest));
}

TEST(RivalParameters, GatesCount) {
  const size_t w = 8, pairs = kN * kN;
  EXPECT_EQ(CountParameters("cuts", "8"), kN * (w * (kN + 1) + 2 * w * (w + 1) + w + 1) + pairs);
  const size_t cell = 3 * w * (kN + w + 1), readout = w * (w + 1) + w * (2 * w + 1), heads = kN * (2 * w + 1);
  EXPECT_EQ(CountParameters("cuts+", "8"), kN * w + cell + readout + heads + pairs);
}

TEST(RivalParameters, SharedNetworksCountOnce) {
  const size_t w = 16;
  EXPECT_EQ(CountParameters("jrngc", "16"), w * (kN * kLags + 1) + 3 * w * (w + 1) + kN * (w + 1));
  // windows of 8 slots, one head of 64: embedding and its norm, query and key, mask, kernels, combination, two norms
  // over the slots, the perceptron of as many hidden units, the last line
  const size_t d = 64, slots = 8;
  EXPECT_EQ(CountParameters("causalformer", "64"),
            d * (slots + 1) + 2 * d + 2 * d * (d + 1) + kN * kN + kN * kN * slots + 1 + 4 * slots + 2 * d + d + 1 + 2);
}

TEST(RivalParameters, ClosedFormMethodsTrainNone) {
  for (const char* method : {"var", "lasso-var", "pcmci", "dynotears"})
    EXPECT_EQ(CountParameters(method), 0u) << method;
}

}  // namespace
}  // namespace mask2cause
