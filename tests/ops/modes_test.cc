// The checks themselves: each must see the mistake it is there for.
#include "ops/modes.h"

#include <gtest/gtest.h>

namespace mask2cause::testing {
namespace {

// y = 2 x + y0 over an odd number of columns.
Op Doubling() {
  Op op;
  op.name = "doubling";
  op.operands = {{"x", Role::kInput, 3, 5}, {"y", Role::kUpdated, 3, 5}};
  const auto run = [](auto& o) {
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 5; ++c) o["y"].row(r)[c] += 2 * o["x"].row(r)[c];
    }
  };
  op.kernel = run;
  op.twin = run;
  op.roundings = 2;
  return op;
}

Op With(const std::function<void(Operands<float>&)>& mistake) {
  Op op = Doubling();
  op.kernel = [right = op.kernel, mistake](Operands<float>& o) {
    right(o);
    mistake(o);
  };
  return op;
}

TEST(KernelMismatch, AcceptsWhatIsRight) {
  EXPECT_EQ(KernelMismatch(Doubling()), "");
}

TEST(KernelMismatch, SeesAResultThatIsOffByMoreThanRounding) {
  const Op op = With([](auto& o) { o["y"].row(2)[4] *= 1.00001f; });
  EXPECT_NE(KernelMismatch(op).find("y(2, 4)"), std::string::npos);
}

TEST(KernelMismatch, SeesNotANumber) {
  const Op op = With([](auto& o) { o["y"].row(0)[0] = std::numeric_limits<float>::quiet_NaN(); });
  EXPECT_NE(KernelMismatch(op).find("y(0, 0)"), std::string::npos);
}

TEST(KernelMismatch, SeesPaddingThatIsNoLongerZero) {
  EXPECT_NE(KernelMismatch(With([](auto& o) { o["y"].row(1)[5] = 1.0f; })).find("padding (1, 5)"), std::string::npos);
}

TEST(KernelMismatch, SeesWritesBeforeBehindAndBetweenRows) {
  for (const long at : {-1L, 48L, 49L + 16L}) {
    EXPECT_NE(KernelMismatch(With([at](auto& o) { o["y"].data[at] = 0.5f; })), "") << at;
  }
}

TEST(KernelMismatch, SeesAnInputThatWasChanged) {
  EXPECT_NE(KernelMismatch(With([](auto& o) { o["x"].row(1)[1] = 0.0f; })), "");
}

GradientPair Squares(double factor) {
  GradientPair pair;
  pair.forward.name = "squares";
  pair.forward.operands = {{"x", Role::kInput, 2, 3}, {"y", Role::kOutput, 2, 3}};
  pair.forward.twin = [](Operands<double>& o) {
    for (size_t i = 0; i < 6; ++i) o["y"].row(i / 3)[i % 3] = o["x"].row(i / 3)[i % 3] * o["x"].row(i / 3)[i % 3];
  };
  pair.backward.operands = {{"x", Role::kInput, 2, 3}, {"dy", Role::kInput, 2, 3}, {"dx", Role::kOutput, 2, 3}};
  pair.backward.twin = [factor](Operands<double>& o) {
    for (size_t i = 0; i < 6; ++i) {
      o["dx"].row(i / 3)[i % 3] = factor * o["x"].row(i / 3)[i % 3] * o["dy"].row(i / 3)[i % 3];
    }
  };
  return pair;
}

TEST(GradientMismatch, TellsRightFromWrong) {
  EXPECT_EQ(GradientMismatch(Squares(2.0)), "");
  EXPECT_NE(GradientMismatch(Squares(2.0001)), "");
}

TEST(GradientMismatch, SeesThatNothingWasCompared) {
  GradientPair pair = Squares(2.0);
  pair.backward.operands[2].name = "other";
  pair.backward.twin = [](Operands<double>&) {};
  EXPECT_NE(GradientMismatch(pair), "");
}

}  // namespace
}  // namespace mask2cause::testing
