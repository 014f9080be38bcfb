#include "ops/attention_ops.h"
#include "ops/isa_fixture.h"

namespace mask2cause::testing {
namespace {

class AttentionOpTest : public OnEveryIsa {};

TEST_P(AttentionOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(AttentionOps());
}
TEST_P(AttentionOpTest, ExtremeScoresAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(ExtremeAttentionOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, AttentionOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(AttentionOpGradient, BackwardIsTheDerivative) {
  ExpectGradientsMatchDifferences({AttentionGradient({1, 4, 1}), AttentionGradient({2, 4, 4}),
                                   AttentionGradient({5, 8, 2}), AttentionGradient({7, 12, 4})});
}

}  // namespace
}  // namespace mask2cause::testing
