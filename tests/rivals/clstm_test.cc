#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions Clstm() {
  DiscoverOptions options;
  options.method = "clstm";
  options.lags = 1;
  options.rival_lr = "0.1";
  options.rival_penalty = "0.02";
  options.rival_steps = "200";
  options.rival_width = "8";
  options.rival_context = "4";
  return options;
}

TEST(Clstm, FindsKnownGraphs) {
  ExpectTrueEdgesOnTop(Clstm(), 300);
}

TEST(Clstm, HasGoodManners) {
  DiscoverOptions options = Clstm();
  options.rival_steps = "20";
  ExpectGoodManners(options);
}

TEST(Clstm, LooksAtStretchesOfItsOwn) {
  ExpectOwnStretches(Clstm(), "4", 5);
}

TEST(Clstm, ForbiddenSourcesAreNotSeen) {
  ExpectForbiddenSourcesUnseen(Clstm());
}

// What nothing may cause is not asked about, and the others do not notice.
TEST(Clstm, TargetsWithoutPossibleCausesAreLeftOut) {
  ExpectUntrainedTargetsChangeNothing(Clstm());
}

}  // namespace
}  // namespace mask2cause
