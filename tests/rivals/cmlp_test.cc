#include <algorithm>

#include "mask2cause/error.h"
#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions Cmlp() {
  DiscoverOptions options;
  options.method = "cmlp";
  options.lags = 2;
  options.rival_penalty = "0.05";
  options.rival_steps = "600";
  options.rival_width = "20";
  return options;
}

TEST(Cmlp, FindsKnownGraphs) {
  ExpectTrueEdgesOnTop(Cmlp());
}

TEST(Cmlp, HasGoodManners) {
  DiscoverOptions options = Cmlp();
  options.rival_steps = "50";
  ExpectGoodManners(options);
}

TEST(Cmlp, InputsWithoutUseEndAtExactlyZeroAndLagsAreTold) {
  DiscoverOptions options = Cmlp();
  options.rival_penalty = "0.2";
  options.rival_steps = "3000";
  const Result result = Discover(Simulate(KnownSystems()[0], 400), options);
  EXPECT_EQ(Find(result, 1, 0).score, 0.0);
  EXPECT_GT(Find(result, 0, 1).score, 0.1);
  EXPECT_EQ(Find(result, 0, 1).lag, 1u);
}

// Each penalty is larger than the one before, until no edge is left; what lives longest scores highest.
TEST(Cmlp, APathRanksEdgesByThePenaltyAtWhichTheyDie) {
  DiscoverOptions options = Cmlp();
  options.rival_penalty = "path";
  options.rival_steps = "8000";
  for (const KnownSystem& system : KnownSystems()) {
    const Result result = Discover(Simulate(system, 400), options);
    const auto [worst, best] = WorstTrueBestFalse(result, system);
    EXPECT_GT(worst, 1.3 * best) << system.name;
  }
}

// A choice says what the user left open: not the penalty, but where its path begins.
TEST(Cmlp, SaysWhereAPathBegins) {
  DiscoverOptions options = Cmlp();
  options.rival_penalty = "path";
  options.rival_steps = "40";
  const std::vector<Choice> choices = Discover(Simulate(KnownSystems()[0], 150), options).choices;
  const auto penalty =
      std::find_if(choices.begin(), choices.end(), [](const Choice& c) { return c.option == "rival-penalty"; });
  ASSERT_NE(penalty, choices.end());
  EXPECT_EQ(penalty->value, "path");
  EXPECT_EQ(penalty->reason, "begins at 0.02");
}

TEST(Cmlp, TheUsualRateIsHalvedUntilTheLossStaysFinite) {
  Dataset data = Simulate(KnownSystems()[0], 200);
  for (size_t i = 0; i < data.rows * data.variables(); ++i) data.values[i] *= 6.0f;
  DiscoverOptions options = Cmlp();
  options.rival_scaling = "raw";
  const Result result = Discover(data, options);
  const auto rate = std::find_if(result.choices.begin(), result.choices.end(),
                                 [](const Choice& choice) { return choice.option == "rival-lr"; });
  ASSERT_NE(rate, result.choices.end());
  EXPECT_LT(std::stod(rate->value), 0.05);
  EXPECT_NE(rate->reason.find("finite"), std::string::npos);
  EXPECT_GT(Find(result, 0, 1).score, Find(result, 1, 0).score);
}

TEST(Cmlp, ALossThatExplodesIsAnErrorWithARemedy) {
  DiscoverOptions options = Cmlp();
  options.rival_lr = "50";
  try {
    Discover(Simulate(KnownSystems()[0], 200), options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kNumerical);
    EXPECT_NE(error.hint().find("--rival-lr"), std::string::npos);
  }
}

TEST(Cmlp, SettingsThatAreNoNumbersAreRefused) {
  DiscoverOptions options = Cmlp();
  for (const char* text : {"much", "-1", "nan", "1e999", ""}) {
    options.rival_penalty = text;
    EXPECT_THROW(Discover(Simulate(KnownSystems()[0], 100), options), Error) << text;
  }
}

TEST(Cmlp, ForbiddenSourcesAreNotSeen) {
  ExpectForbiddenSourcesUnseen(Cmlp());
}

TEST(Cmlp, TargetsWithoutPossibleCausesAreLeftOut) {
  ExpectUntrainedTargetsChangeNothing(Cmlp());
}

}  // namespace
}  // namespace mask2cause
