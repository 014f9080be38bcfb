#include "ops/isa_fixture.h"
#include "ops/pointwise_ops.h"

namespace mask2cause::testing {
namespace {

class PointwiseOpTest : public OnEveryIsa {};

TEST_P(PointwiseOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(PointwiseOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, PointwiseOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(PointwiseOpGradient, SlopeIsTheDerivative) {
  ExpectGradientsMatchDifferences(PointwiseGradients());
}

}  // namespace
}  // namespace mask2cause::testing
