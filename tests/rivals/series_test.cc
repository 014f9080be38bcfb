#include "rivals/series.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "tape/tape.h"

namespace mask2cause {
namespace {

// Two trajectories of 5 and 4 rows; the value of variable v in row r is 10 r + v, but one cell is missing.
class StretchesOfTwoRecordings : public ::testing::Test {
 protected:
  static Dataset MakeData() {
    std::vector<float> values(18);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(10 * (i / 2) + i % 2);
    values[2 * 2] = std::numeric_limits<float>::quiet_NaN();  // row 2 of v0
    const std::vector<size_t> lengths = {5, 4};
    return MakeDataset(values, {"v0", "v1"}, lengths);
  }

  const Dataset data_ = MakeData();
  const Scaler raw_{{0.0, 0.0}, {1.0, 1.0}};
  const std::vector<size_t> variables_ = {0, 1};
  const DiscoverOptions options_;
  ThreadPool pool_{1};
  const Progress silent_;
  ProgressMeter progress_{silent_, ""};
  const std::vector<double> knowledge_;
  const MethodInput input_{data_, raw_, variables_, options_, pool_, knowledge_, progress_};
  const RivalSeries series_{input_, Scaling::kZScore, 2};
  const Stretches stretches_{input_, series_};
};

TEST_F(StretchesOfTwoRecordings, KeepEachRowOnce) {
  ASSERT_EQ(series_.windows(), 5u);  // of two rows and what follows: 3 and 2
  const Matrix all = stretches_.Rows(0, 5);
  EXPECT_EQ(all.rows, 8u);  // what follows the last window is no input
  EXPECT_EQ(stretches_.Starts(0, 5), (std::vector<uint32_t>{0, 1, 2, 5, 6}));
  EXPECT_EQ(all.row(3)[1], 31.0f);
  EXPECT_EQ(all.row(5)[1], 51.0f);
  EXPECT_EQ(all.row(2)[0], 0.0f) << "missing: the mean";
  const Matrix part = stretches_.Rows(3, 2);
  EXPECT_EQ(part.rows, 3u);
  EXPECT_EQ(part.row(0)[0], 50.0f);
  EXPECT_EQ(stretches_.Starts(3, 2), (std::vector<uint32_t>{0, 1}));
}

TEST_F(StretchesOfTwoRecordings, TargetsFollowEachStepAndMissingOnesDoNotCount) {
  const ParameterLayout none;
  Tape tape(none, nullptr);
  Node *const target = tape.Input(5, 1), *const weight = tape.Input(5, 1);
  double sum = 0.0;
  for (const size_t step : {0, 1}) {
    stretches_.FillTarget(step, 0, 0, target->value, weight->value);
    for (size_t w = 0; w < 5; ++w) {
      const size_t row = (w < 3 ? w : w + 2) + step + 1;
      EXPECT_EQ(weight->value.row(w)[0] == 0.0f, row == 2) << w << " " << step;
      EXPECT_EQ(target->value.row(w)[0], row == 2 ? 0.0f : static_cast<float>(10 * row));
      sum += static_cast<double>(weight->value.row(w)[0]);
    }
  }
  EXPECT_NEAR(sum, 1.0, 1e-6);
}

// Not only after the last step of a window.
TEST_F(StretchesOfTwoRecordings, CellsThatAMaskLeavesOutAreNoTargetsAfterAnyStep) {
  Dataset masked = MakeData();
  masked.left_out.Set(3 * 2 + 1);  // v1 in the fourth row
  const MethodInput input{masked, raw_, variables_, options_, pool_, knowledge_, progress_};
  const RivalSeries series(input, Scaling::kZScore, 2);
  const Stretches stretches(input, series);
  const ParameterLayout none;
  Tape tape(none, nullptr);
  Node *const target = tape.Input(5, 1), *const weight = tape.Input(5, 1);
  double sum = 0.0;
  for (const size_t step : {0, 1}) {
    stretches.FillTarget(step, 1, 0, target->value, weight->value);
    for (size_t w = 0; w < 5; ++w) {
      const size_t row = (w < 3 ? w : w + 2) + step + 1;
      EXPECT_EQ(weight->value.row(w)[0] == 0.0f, row == 3) << w << " " << step;
      sum += static_cast<double>(weight->value.row(w)[0]);
    }
  }
  EXPECT_NEAR(sum, 1.0, 1e-6);
}

}  // namespace
}  // namespace mask2cause
