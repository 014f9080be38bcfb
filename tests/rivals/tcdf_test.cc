#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

DiscoverOptions Tcdf() {
  DiscoverOptions options;
  options.method = "tcdf";
  options.lags = 1;
  options.rival_steps = "500";
  return options;
}

TEST(Tcdf, FindsKnownGraphs) {
  ExpectTrueEdgesOnTop(Tcdf(), 400);
}

TEST(Tcdf, HasGoodManners) {
  DiscoverOptions options = Tcdf();
  options.rival_steps = "20";
  ExpectGoodManners(options);
}

TEST(Tcdf, ForbiddenSourcesAreNotSeen) {
  ExpectForbiddenSourcesUnseen(Tcdf());
}

TEST(Tcdf, TheDelayIsWhereTheKernelIsLargest) {
  const Dataset data =
      Generate(2, 500, 3, [](const Rows& x, size_t t, size_t v) { return v == 1 ? 0.9 * x[t - 2][0] : 0.0; });
  EXPECT_EQ(Find(Discover(data, Tcdf()), 0, 1).lag, 2u);
}

}  // namespace
}  // namespace mask2cause
