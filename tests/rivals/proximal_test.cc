#include "rivals/proximal.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mask2cause {
namespace {

struct Block {
  AlignedFloats memory{3 * kLane};
  Matrix matrix{memory.data(), 3, 2, kLane};
  Block() {
    std::fill(memory.begin(), memory.end(), 0.0f);
    for (size_t r = 0; r < 3; ++r) {
      matrix.row(r)[0] = static_cast<float>(3 * (r + 1));
      matrix.row(r)[1] = static_cast<float>(4 * (r + 1));  // norms 5, 10, 15
    }
  }
  double Norm(size_t r) const { return std::hypot(matrix.row(r)[0], matrix.row(r)[1]); }
};

TEST(Proximal, AGroupShrinksByTheStepAndKeepsItsDirection) {
  Block block;
  const double norm = std::sqrt(25.0 + 100.0 + 225.0);
  EXPECT_NEAR(GroupNorms(GroupPenalty::kGroup, block.matrix), norm, 1e-5);
  ShrinkGroups(GroupPenalty::kGroup, 2.0, block.matrix);
  EXPECT_NEAR(GroupNorms(GroupPenalty::kGroup, block.matrix), norm - 2.0, 1e-5);
  EXPECT_NEAR(block.Norm(2) / block.Norm(0), 3.0, 1e-5);
  ShrinkGroups(GroupPenalty::kGroup, 100.0, block.matrix);
  EXPECT_EQ(GroupNorms(GroupPenalty::kGroup, block.matrix), 0.0);
}

// The oldest lag first, then the two oldest, then all: each norm is that of what the ones before have left.
TEST(Proximal, TheHierarchyGivesUpOldLagsFirst) {
  Block block;
  EXPECT_NEAR(GroupNorms(GroupPenalty::kHierarchical, block.matrix), 5.0 + std::sqrt(125.0) + std::sqrt(350.0), 1e-5);
  ShrinkGroups(GroupPenalty::kHierarchical, 2.0, block.matrix);
  double norms[3] = {5, 10, 15};
  for (size_t last = 0; last < 3; ++last) {
    double square = 0.0;
    for (size_t r = 0; r <= last; ++r) square += norms[r] * norms[r];
    for (size_t r = 0; r <= last; ++r) norms[r] *= 1.0 - 2.0 / std::sqrt(square);
  }
  for (size_t r = 0; r < 3; ++r) EXPECT_NEAR(block.Norm(r), norms[r], 1e-5);
  ShrinkGroups(GroupPenalty::kHierarchical, 5.0, block.matrix);
  EXPECT_EQ(block.Norm(0), 0.0);
  EXPECT_GT(block.Norm(2), 0.0);
}

}  // namespace
}  // namespace mask2cause
