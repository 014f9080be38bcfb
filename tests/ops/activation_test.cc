#include "ops/activation_ops.h"
#include "ops/isa_fixture.h"

namespace mask2cause::testing {
namespace {

class GeluOpTest : public OnEveryIsa {};

TEST_P(GeluOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(GeluOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, GeluOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(GeluOpGradient, SlopeIsTheDerivative) {
  ExpectGradientsMatchDifferences({GeluGradient({4, 20}), GeluGradient({5, 33, 0.3, 2})});
}

}  // namespace
}  // namespace mask2cause::testing
