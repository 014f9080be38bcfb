#include "ops/adam_ops.h"
#include "ops/isa_fixture.h"

namespace mask2cause::testing {
namespace {

class AdamOpTest : public OnEveryIsa {};

TEST_P(AdamOpTest, ResultsAreThoseOfTheTwin) {
  ExpectKernelsMatchTwins(AdamOps());
}

INSTANTIATE_TEST_SUITE_P(Isa, AdamOpTest, ::testing::ValuesIn(AvailableIsas()), IsaName);

}  // namespace
}  // namespace mask2cause::testing
