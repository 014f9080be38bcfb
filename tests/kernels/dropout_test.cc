#include "kernels/dropout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mask2cause {
namespace {

constexpr size_t kRows = 400, kCols = 256;

// Kept (1) or dropped (0) for each element of a (kRows, kCols) activation.
std::vector<int> MaskOf(const Dropout& dropout) {
  std::vector<int> kept;
  for (size_t r = 0; r < kRows; ++r) {
    for (size_t c = 0; c < kCols; ++c) kept.push_back(DropoutFactor(dropout, r, c, kCols) != 0.0f);
  }
  return kept;
}

// Share of elements in which two masks agree, and what independent masks would have.
double Agreement(const std::vector<int>& a, const std::vector<int>& b) {
  size_t same = 0;
  for (size_t i = 0; i < a.size(); ++i) same += a[i] == b[i];
  return static_cast<double>(same) / static_cast<double>(a.size());
}
double ChanceAgreement(double rate) {
  return rate * rate + (1.0 - rate) * (1.0 - rate);
}

// Five standard deviations of a share of kRows x kCols trials.
double Chance(double share) {
  return 5.0 * std::sqrt(share * (1.0 - share) / static_cast<double>(kRows * kCols));
}

TEST(Dropout, DropsItsShareAndScalesTheRest) {
  for (const double rate : {0.05, 0.1, 0.3, 0.5, 0.9}) {
    const Dropout dropout = MakeDropout(rate, 1, 2, 3);
    size_t dropped = 0;
    for (size_t r = 0; r < kRows; ++r) {
      for (size_t c = 0; c < kCols; ++c) {
        const float factor = DropoutFactor(dropout, r, c, kCols);
        if (factor == 0.0f) {
          ++dropped;
        } else {
          // The rate is a multiple of 2^-16.
          ASSERT_NEAR(factor, 1.0 / (1.0 - rate), 2e-5 / ((1.0 - rate) * (1.0 - rate)));
        }
      }
    }
    EXPECT_NEAR(static_cast<double>(dropped) / (kRows * kCols), rate, Chance(rate)) << rate;
  }
}

TEST(Dropout, MeanFactorIsExactlyOne) {
  for (const double rate : {0.1, 0.25, 0.7}) {
    const Dropout dropout = MakeDropout(rate, 1, 2, 3);
    EXPECT_FLOAT_EQ(dropout.scale * static_cast<float>(65536 - dropout.threshold) / 65536.0f, 1.0f);
  }
}

TEST(Dropout, KeepsEverythingAtRateZero) {
  const Dropout dropout = MakeDropout(0.0, 1, 2, 3);
  EXPECT_FALSE(dropout.active());
  for (size_t c = 0; c < 100; ++c) EXPECT_EQ(DropoutFactor(dropout, 5, c, 100), 1.0f);
}

TEST(Dropout, SeedsStepsAndSitesHaveUnrelatedMasks) {
  const double rate = 0.3, chance = ChanceAgreement(rate);
  const std::vector<int> mask = MaskOf(MakeDropout(rate, 7, 100, 2));
  for (const Dropout& other : {MakeDropout(rate, 8, 100, 2), MakeDropout(rate, 7, 101, 2), MakeDropout(rate, 7, 99, 2),
                               MakeDropout(rate, 7, 100, 3), MakeDropout(rate, 7, 100, 0)}) {
    EXPECT_NEAR(Agreement(mask, MaskOf(other)), chance, Chance(chance));
  }
  EXPECT_EQ(Agreement(mask, MaskOf(MakeDropout(rate, 7, 100, 2))), 1.0);
}

TEST(Dropout, RowsAndNeighbouringColumnsAreUnrelated) {
  const double rate = 0.3, chance = ChanceAgreement(rate);
  const std::vector<int> mask = MaskOf(MakeDropout(rate, 9, 0, 0));
  // 16 apart: the two halves of one hash word.
  for (const size_t distance : {size_t{1}, size_t{16}, size_t{32}, kCols, 2 * kCols}) {
    const std::vector<int> from(mask.begin(), mask.end() - static_cast<long>(distance));
    const std::vector<int> to(mask.begin() + static_cast<long>(distance), mask.end());
    EXPECT_NEAR(Agreement(from, to), chance, Chance(chance)) << distance;
  }
}

TEST(Dropout, EveryColumnDropsItsShare) {
  const double rate = 0.3;
  const std::vector<int> mask = MaskOf(MakeDropout(rate, 4, 4, 4));
  const double spread = std::sqrt(rate * (1.0 - rate) / kRows);
  for (size_t c = 0; c < kCols; ++c) {
    size_t kept = 0;
    for (size_t r = 0; r < kRows; ++r) kept += mask[r * kCols + c] != 0;
    EXPECT_NEAR(static_cast<double>(kept) / kRows, 1.0 - rate, 5.0 * spread) << c;
  }
}

}  // namespace
}  // namespace mask2cause
