#include "ops/isa_fixture.h"
#include "ops/lstm_ops.h"

namespace mask2cause::testing {
namespace {

class LstmOpTest : public OnEveryIsa {};

TEST_P(LstmOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(LstmOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, LstmOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(LstmOpGradient, IsTheDerivative) {
  ExpectGradientsMatchDifferences(LstmGradients());
}

}  // namespace
}  // namespace mask2cause::testing
