#include "ops/isa_fixture.h"
#include "ops/listen_ops.h"

namespace mask2cause::testing {
namespace {

class ListenOpTest : public OnEveryIsa {};

TEST_P(ListenOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(ListenOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, ListenOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(ListenOpGradient, IsTheDerivative) {
  ExpectGradientsMatchDifferences(ListenGradients());
}

}  // namespace
}  // namespace mask2cause::testing
