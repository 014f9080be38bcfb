#include "ops/isa_fixture.h"
#include "ops/token_ops.h"

namespace mask2cause::testing {
namespace {

class TokenOpTest : public OnEveryIsa {};

TEST_P(TokenOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(TokenOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, TokenOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(TokenOpGradient, BackwardIsTheDerivative) {
  ExpectGradientsMatchDifferences(TokenGradients());
}

}  // namespace
}  // namespace mask2cause::testing
