#include "core/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace mask2cause {
namespace {

// Known-answer vectors of Random123 for philox4x32-10.
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(Philox(0, 0, 0), (std::array<uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox(~0ull, ~0ull, ~0ull), (std::array<uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(Rng, PortableLogIsExactToTheLastBits) {
  Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    const double x = std::ldexp(rng.Uniform() + 1e-12, static_cast<int>(rng.Below(200)) - 100);
    EXPECT_NEAR(PortableLog(x), std::log(x), 4e-16 * std::max(1.0, std::abs(std::log(x)))) << x;
  }
}

TEST(Rng, NormalsHaveTheRightMoments) {
  Rng rng(1, 2);
  const int n = 200000;
  double sum = 0, squares = 0, fourth = 0;
  for (int i = 0; i < n; ++i) {
    const double z = rng.Normal();
    sum += z;
    squares += z * z;
    fourth += z * z * z * z;
  }
  EXPECT_NEAR(sum / n, 0.0, 0.01);
  EXPECT_NEAR(squares / n, 1.0, 0.02);
  EXPECT_NEAR(fourth / n, 3.0, 0.15);
}

TEST(Rng, StreamsDifferAndRepeat) {
  Rng a(7, 0), b(7, 1), again(7, 0);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const uint32_t x = a.Next32();
    EXPECT_EQ(x, again.Next32());
    equal += x == b.Next32();
  }
  EXPECT_LT(equal, 3);
}

TEST(Rng, ShuffleIsAPermutationThatMovesThings) {
  std::vector<uint32_t> items(1000), sorted(1000);
  std::iota(items.begin(), items.end(), 0);
  std::iota(sorted.begin(), sorted.end(), 0);
  Rng(5).Shuffle(items);
  EXPECT_NE(items, sorted);
  std::sort(items.begin(), items.end());
  EXPECT_EQ(items, sorted);
}

}  // namespace
}  // namespace mask2cause
