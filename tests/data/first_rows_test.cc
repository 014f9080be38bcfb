#include "data/first_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace mask2cause {
namespace {

TEST(FirstRows, KeepsTrajectoriesAndMissingCellsAndCutsTheOneThatGoesOn) {
  const float missing = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> values = {1, 2, 3, missing, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::vector<size_t> lengths = {2, 3, 1};
  const Dataset first = FirstRows(MakeDataset(values, {"a", "b"}, lengths), 4);
  EXPECT_EQ(first.rows, 4u);
  ASSERT_EQ(first.trajectories.size(), 2u);
  EXPECT_EQ(first.trajectories[0].rows, 2u);
  EXPECT_EQ(first.trajectories[1].rows, 2u);
  EXPECT_TRUE(first.is_missing(1, 1));
  EXPECT_EQ(first.missing.count(), 1u);
  EXPECT_EQ(first.at(3, 1), 8.0f);
}

}  // namespace
}  // namespace mask2cause
