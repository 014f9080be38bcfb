#include "mask2cause/error.h"
#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions Unit(const char* method) {
  DiscoverOptions options;
  options.method = method;
  options.lags = 1;
  options.rival_penalty = "0.2";
  options.rival_steps = "1000";
  options.rival_context = "60";
  return options;
}

TEST(Sru, FindsKnownGraphs) {
  ExpectTrueEdgesOnTop(Unit("sru"), 400);
  ExpectTrueEdgesOnTop(Unit("esru"), 400);
}

TEST(Sru, HasGoodManners) {
  for (const char* method : {"sru", "esru"}) {
    DiscoverOptions options = Unit(method);
    options.rival_steps = "20";
    ExpectGoodManners(options);
  }
}

TEST(Sru, PenaltiesEndInputsAtExactlyZero) {
  DiscoverOptions options = Unit("esru");
  options.rival_penalty = "3";
  const Result result = Discover(Simulate(KnownSystems()[0], 400), options);
  EXPECT_EQ(Find(result, 1, 0).score, 0.0);
}

// Ten steps that hardly change anything end the training of a target.
TEST(Sru, StopsWhenNothingChanges) {
  DiscoverOptions options = Unit("sru");
  options.rival_lr = "1e-9";
  EXPECT_EQ(Discover(Simulate(KnownSystems()[0], 200), options).steps, 2u * 10u);
}

TEST(Sru, ScalesMustBeFractions) {
  for (const char* scales : {"", "0.1,", "1", "-0.5", "0.1;0.2", "x"}) {
    DiscoverOptions options = Unit("sru");
    options.rival_scales = scales;
    EXPECT_THROW(Discover(Simulate(KnownSystems()[0], 100), options), Error) << scales;
  }
}

}  // namespace
}  // namespace mask2cause
