// Runs a test on every instruction set of the machine.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "kernels/isa.h"
#include "ops/modes.h"

namespace mask2cause::testing {

class OnEveryIsa : public ::testing::TestWithParam<std::string> {
 protected:
  OnEveryIsa() { SelectIsa(GetParam()); }
  ~OnEveryIsa() override { SelectIsa("auto"); }
};

inline std::string IsaName(const ::testing::TestParamInfo<std::string>& test) {
  return test.param;
}

// Stops at the first op that is wrong: the others would say the same.
inline void ExpectKernelsMatchTwins(const std::vector<Op>& ops) {
  ASSERT_FALSE(ops.empty());
  for (const Op& op : ops) ASSERT_EQ(KernelMismatch(op), "");
}

inline void ExpectGradientsMatchDifferences(const std::vector<GradientPair>& pairs) {
  ASSERT_FALSE(pairs.empty());
  for (const GradientPair& pair : pairs) ASSERT_EQ(GradientMismatch(pair), "");
}

}  // namespace mask2cause::testing
