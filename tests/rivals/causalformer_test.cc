#include <cmath>

#include "rivals/adam_block.h"
#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions Causalformer() {
  DiscoverOptions options;
  options.method = "causalformer";
  options.lags = 1;
  options.rival_width = "64";
  options.rival_context = "8";
  options.rival_steps = "60";
  return options;
}

// What its authors give for such structures.
DiscoverOptions AuthorsCausalformer() {
  DiscoverOptions options = Causalformer();
  options.rival_width = "256";
  options.rival_context = "16";
  options.rival_steps = "auto";
  return options;
}

bool IsTrue(const KnownSystem& system, size_t source, size_t target) {
  return std::find(system.edges.begin(), system.edges.end(), std::pair(source, target)) != system.edges.end();
}

// Relevance is shared out among the sources of each target: only within a target are scores to be compared. A variable
// that takes no part is one more that a cause must stand above.
TEST(Causalformer, FindsTheCausesOfEachTarget) {
  for (KnownSystem system : KnownSystems()) {
    system.variables += 1;
    const Result result = Discover(Simulate(system, 1000), AuthorsCausalformer());
    for (const auto& [source, target] : system.edges) {
      const double score = Find(result, source, target).score;
      for (size_t other = 0; other < system.variables; ++other) {
        if (other == target || IsTrue(system, other, target)) continue;
        EXPECT_GT(score, Find(result, other, target).score) << system.name << " into v" << target;
      }
    }
  }
}

TEST(Causalformer, HasGoodManners) {
  DiscoverOptions options = Causalformer();
  options.rival_steps = "2";
  ExpectGoodManners(options);
}

// Ten windows are needed: a dozen rows have them if each is short.
TEST(Causalformer, WindowsShrinkUntilThereAreEnough) {
  DiscoverOptions options = Causalformer();
  options.rival_context = "auto";
  options.rival_steps = "2";
  EXPECT_NO_THROW(Discover(Simulate(KnownSystems()[0], 12), options));
  EXPECT_THROW(Discover(Simulate(KnownSystems()[0], 10), options), Error);
}

TEST(Causalformer, LooksAtStretchesOfItsOwn) {
  ExpectOwnStretches(Causalformer(), "8", 8);
}

TEST(Causalformer, HeadsMustBeOfOneWidth) {
  DiscoverOptions options = Causalformer();
  options.rival_width = "135";
  EXPECT_THROW(Discover(Simulate(KnownSystems()[0], 100), options), Error);
}

// While gradients grow it is Adam; when they become small again its steps stay small, where Adam's grow back.
TEST(AdamBlock, AmsgradRemembersTheLargestMoment) {
  AdamBlock adam(16), amsgrad(16);
  std::vector<float> gradient(16, 1.0f);
  const float* const one[] = {gradient.data()};
  for (int step = 0; step < 3; ++step) {
    adam.Update(one, 0.1);
    amsgrad.UpdateAmsgrad(one, 0.1);
    EXPECT_NEAR(adam.values[3], amsgrad.values[3], 1e-6);
  }
  std::fill(gradient.begin(), gradient.end(), 1e-3f);
  float before[2] = {};
  for (int step = 0; step < 6000; ++step) {
    before[0] = adam.values[3];
    before[1] = amsgrad.values[3];
    adam.Update(one, 0.1);
    amsgrad.UpdateAmsgrad(one, 0.1);
  }
  EXPECT_GT(before[0] - adam.values[3], 10.0f * (before[1] - amsgrad.values[3]));
}

}  // namespace
}  // namespace mask2cause
