#include "data/transform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mask2cause {
namespace {

const float kNaN = std::nanf("");

TEST(Differenced, TakesTheRowBeforeWithinEachTrajectory) {
  const std::vector<size_t> lengths = {3, 1, 2};
  const Dataset data =
      MakeDataset(std::vector<float>{1, 10, 4, kNaN, 9, 30, 100, 100, 5, 5, 7, 4}, {"a", "b"}, lengths);
  const Dataset changes = Differenced(data);
  ASSERT_EQ(changes.trajectories.size(), 2u);
  ASSERT_EQ(changes.rows, 3u);
  EXPECT_EQ(changes.at(0, 0), 3.0f);
  EXPECT_TRUE(changes.is_missing(0, 1));
  EXPECT_EQ(changes.at(1, 0), 5.0f);
  EXPECT_TRUE(changes.is_missing(1, 1));
  EXPECT_EQ(changes.at(2, 0), 2.0f);
  EXPECT_EQ(changes.at(2, 1), -1.0f);
}

TEST(Detrended, TakesTheLineOfEachTrajectoryOut) {
  std::vector<float> values;
  for (int t = 0; t < 50; ++t) values.push_back(3.0f + 0.5f * static_cast<float>(t) + (t % 2 == 0 ? 1.0f : -1.0f));
  for (int t = 0; t < 50; ++t) values.push_back(t == 7 ? kNaN : 100.0f - 2.0f * static_cast<float>(t));
  const std::vector<size_t> lengths = {50, 50};
  const Dataset flat = Detrended(MakeDataset(values, {"x"}, lengths));
  for (size_t r = 0; r < 50; ++r) EXPECT_NEAR(flat.at(r, 0), r % 2 == 0 ? 1.0 : -1.0, 0.1);
  for (size_t r = 50; r < 100; ++r) {
    EXPECT_EQ(flat.is_missing(r, 0), r == 57);
    if (r != 57) {
      EXPECT_NEAR(flat.at(r, 0), 0.0, 1e-4);
    }
  }
}

}  // namespace
}  // namespace mask2cause
