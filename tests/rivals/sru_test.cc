#include <algorithm>

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
  ExpectTrueEdgesOnTop(Unit("sru"), 2000);
  ExpectTrueEdgesOnTop(Unit("esru"), 400);
}

TEST(Sru, HasGoodManners) {
  for (const char* method : {"sru", "esru"}) {
    DiscoverOptions options = Unit(method);
    options.rival_steps = "20";
    ExpectGoodManners(options);
  }
}

TEST(Sru, LooksAtStretchesOfItsOwn) {
  for (const char* method : {"sru", "esru"}) ExpectOwnStretches(Unit(method), "60", 2);
}

TEST(Sru, ForbiddenSourcesAreNotSeen) {
  for (const char* method : {"sru", "esru"}) ExpectForbiddenSourcesUnseen(Unit(method));
}

// The settings are for series around zero and of the size of one; so in all methods that can be told to scale.
TEST(Sru, SaysWhereSeriesAreNotOfTheSizeThatItsSettingsAreFor) {
  const Dataset plain = Simulate(KnownSystems()[0], 150);
  Dataset small = Simulate(KnownSystems()[0], 150), far = Simulate(KnownSystems()[0], 150);
  for (size_t cell = 0; cell < small.values.size(); ++cell) {
    small.values[cell] *= 1e-3f;
    far.values[cell] += 300.0f;
  }
  const char* const remedy = "--rival-scaling z-score";
  for (const char* method : {"sru", "esru", "tcdf", "cmlp", "clstm", "jrngc"}) {
    DiscoverOptions options;
    options.method = method;
    options.lags = 1;
    options.rival_steps = "2";
    options.rival_lr = "1e-6";
    options.rival_scaling = "raw";
    EXPECT_FALSE(Says(Discover(plain, options), remedy)) << method;
    EXPECT_TRUE(Says(Discover(small, options), remedy)) << method;
    EXPECT_TRUE(Says(Discover(far, options), remedy)) << method;
    options.rival_scaling = "z-score";
    EXPECT_FALSE(Says(Discover(far, options), remedy)) << method;
  }
}

// A penalty shrinks whatever there is: what the network does not use must not keep its training alive.
TEST(Sru, HasNoSecondLayerOfFeedback) {
  const auto parameters = [](const char* method) {
    DiscoverOptions options = Unit(method);
    options.rival_steps = "2";
    options.rival_scales = "0,0.5";
    return Discover(Simulate(KnownSystems()[0], 150), options).parameters;
  };
  // Two targets; feedback (20 -> 10), features (2 + 10 -> 10), out (20 -> 10), head (10 -> 1), all with biases; for
  // eSRU feedback is 10 -> 10 -> 10.
  EXPECT_EQ(parameters("sru"), 2u * (210 + 130 + 210 + 11));
  EXPECT_EQ(parameters("esru"), 2u * (220 + 130 + 210 + 11));
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
  EXPECT_EQ(Discover(Simulate(KnownSystems()[0], 200), options).steps, 10u);
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
