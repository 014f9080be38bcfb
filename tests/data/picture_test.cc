#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mask2cause/data_picture.h"

namespace mask2cause {
namespace {

const float kNaN = std::nanf("");

// 1000 rows of a slow wave with one spike; every 100th cell of the second series is missing, and a stretch of it.
Dataset Waves() {
  std::vector<float> values;
  for (int row = 0; row < 1000; ++row) {
    values.push_back(row == 777 ? 50.0f : std::sin(0.01f * static_cast<float>(row)));
    values.push_back(row % 100 == 0 || (row >= 400 && row < 450) ? kNaN : static_cast<float>(row) / 7.0f);
  }
  const std::vector<size_t> lengths = {600, 400};
  return MakeDataset(values, {"wave", "ramp"}, lengths);
}

TEST(DataPicture, KeepsEveryPeakInFewNumbers) {
  const DataPicture picture = PictureOf(Waves(), 400);
  ASSERT_EQ(picture.series.size(), 2u);
  EXPECT_EQ(picture.buckets(), 100u);
  EXPECT_EQ(picture.rows, 1000u);
  EXPECT_EQ(picture.starts, (std::vector<size_t>{0, 600}));
  EXPECT_EQ(picture.series[0].high[77], 50.0);
  EXPECT_LT(picture.series[0].low[77], 2.0);
  for (size_t b = 0; b < picture.buckets(); ++b) EXPECT_LE(picture.series[0].low[b], picture.series[0].high[b]);
}

TEST(DataPicture, CountsMissingCellsAndHasNoValueWhereAllAre) {
  const DataPicture picture = PictureOf(Waves(), 400);
  EXPECT_TRUE(picture.series[0].missing.empty());
  const SeriesPicture& ramp = picture.series[1];
  ASSERT_EQ(ramp.missing.size(), 100u);
  EXPECT_EQ(ramp.missing[0], 1u);
  EXPECT_EQ(ramp.missing[1], 0u);
  EXPECT_EQ(ramp.missing[42], 10u);
  EXPECT_TRUE(std::isnan(ramp.low[42]));
  EXPECT_TRUE(std::isnan(ramp.high[42]));
}

TEST(DataPicture, ShortSeriesStayAsTheyAreButRounded) {
  const DataPicture picture = PictureOf(MakeDataset(std::vector<float>{1.23456789f, 3, -8.5f}, {"x"}));
  EXPECT_EQ(picture.series[0].low, (std::vector<double>{1.23, 3, -8.5}));
  EXPECT_EQ(picture.series[0].low, picture.series[0].high);
  const DataPicture large = PictureOf(MakeDataset(std::vector<float>{1234567, 2000000}, {"x"}));
  EXPECT_EQ(large.series[0].low, (std::vector<double>{1234600, 2000000}));
}

}  // namespace
}  // namespace mask2cause
