#include "ops/gemm_ops.h"
#include "ops/isa_fixture.h"

namespace mask2cause::testing {
namespace {

class GemmOpTest : public OnEveryIsa {};

TEST_P(GemmOpTest, ProductsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(GemmOps());
}
TEST_P(GemmOpTest, TransposesAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(TransposeOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, GemmOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

TEST(GemmOpGradient, LinearIsTheDerivative) {
  ExpectGradientsMatchDifferences({LinearGradient(1, 1, 1), LinearGradient(7, 5, 17), LinearGradient(3, 20, 66)});
}

}  // namespace
}  // namespace mask2cause::testing
