#include "ops/isa_fixture.h"
#include "ops/norm_ops.h"

namespace mask2cause::testing {
namespace {

class NormOpTest : public OnEveryIsa {};

TEST_P(NormOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(NormOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, NormOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(NormOpGradient, BackwardIsTheDerivative) {
  ExpectGradientsMatchDifferences(
      {NormGradient({3, 4}), NormGradient({2, 17, 0.1, 9}), NormGradient({5, 20, 0.5, 1}), NormGradient({1, 64})});
}

}  // namespace
}  // namespace mask2cause::testing
