#include "mask2cause/dataset.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/rng.h"
#include "data/reshape.h"
#include "data/scaler.h"
#include "data/temp_folder.h"
#include "data/windows.h"

namespace mask2cause {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(MakeDataset, NaNIsMissingAndLengthsMakeTrajectories) {
  const Floats values = {1, 2, kNaN, 4, 5, 6};
  const std::vector<size_t> lengths = {1, 2};
  const Dataset data = MakeDataset(values, {"a", "b"}, lengths);
  EXPECT_EQ(data.rows, 3U);
  EXPECT_EQ(Values(data), (Floats{1, 2, 0, 4, 5, 6}));
  EXPECT_TRUE(data.is_missing(1, 0));
  EXPECT_EQ(data.trajectories[1].first_row, 1U);
  ExpectError(ErrorOf([&] { MakeDataset(values, {"a", "b", "c", "d"}); }), ErrorKind::kData, {"6 values"});
  const std::vector<size_t> too_long = {1, 3};
  ExpectError(ErrorOf([&] { MakeDataset(values, {"a", "b"}, too_long); }), ErrorKind::kData, {"4 rows", "3"});
  const Floats infinite = {1, HUGE_VALF};
  ExpectError(ErrorOf([&] { MakeDataset(infinite, {"a", "b"}); }), ErrorKind::kData, {"row 1", "'b'", "infinite"});
}

TEST(Summarize, IgnoresMissingCells) {
  const Dataset data = MakeDataset(Floats{1, 7, kNaN, 7, 3, kNaN}, {"a", "b"});
  const std::vector<ColumnSummary> columns = Summarize(data);
  EXPECT_EQ(columns[0].observed, 2U);
  EXPECT_EQ(columns[0].missing, 1U);
  EXPECT_EQ(columns[0].mean, 2.0);
  EXPECT_EQ(columns[0].sd, 1.0);
  EXPECT_EQ(columns[0].min, 1.0);
  EXPECT_EQ(columns[0].max, 3.0);
  EXPECT_FALSE(columns[0].constant);
  EXPECT_TRUE(columns[1].constant);
  EXPECT_EQ(columns[1].sd, 0.0);
}

// The 1e-5 of the paper would flatten a column measured in a tiny unit.
TEST(Scaler, DoesNotDependOnTheUnit) {
  const std::vector<float> plain = {1.0f, -2.0f, 0.5f, 3.0f};
  for (const float unit : {1e-3f, 1e-6f, 1e-12f, 1e6f}) {
    std::vector<float> scaled;
    for (const float x : plain) scaled.push_back(x * unit);
    const double whole = FitScaler(MakeDataset(plain, {"a"})).inverse_sd[0];
    const double ours = FitScaler(MakeDataset(scaled, {"a"})).inverse_sd[0] * static_cast<double>(unit);
    EXPECT_NEAR(ours, whole, 2e-3 * whole) << unit;
  }
}

TEST(Scaler, StandardisesObservedCellsFarFromZero) {
  Floats values;
  Rng rng(3);
  for (int r = 0; r < 5000; ++r) {
    values.push_back(static_cast<float>(1e4 + rng.Normal()));
    values.push_back(r % 4 == 0 ? kNaN : static_cast<float>(rng.Normal() * 50));
    values.push_back(0.1F);
  }
  const Dataset data = MakeDataset(values, {"a", "b", "constant"});
  const Scaler scaler = FitScaler(data);
  for (size_t v = 0; v < 2; ++v) {
    double sum = 0, squares = 0, count = 0;
    for (size_t r = 0; r < data.rows; ++r) {
      if (data.is_missing(r, v)) continue;
      const double z = (data.at(r, v) - scaler.mean[v]) * scaler.inverse_sd[v];
      sum += z, squares += z * z, ++count;
    }
    EXPECT_NEAR(sum / count, 0.0, 1e-9);
    EXPECT_NEAR(squares / count, 1.0, 1e-4);
  }
  EXPECT_EQ(scaler.inverse_sd[2], 0.0);
  EXPECT_EQ(FindUsableVariables(data).usable, (std::vector<size_t>{0, 1}));
  EXPECT_EQ(FindUsableVariables(data).excluded, (std::vector<size_t>{2}));
}

TEST(Windows, NeverCrossTrajectoriesAndMissNone) {
  const std::vector<size_t> lengths = {5, 2, 3, 1, 4};
  const Dataset data = MakeDataset(Floats(15, 1.0F), {"a"}, lengths);
  for (size_t lags = 1; lags <= 6; ++lags) {
    std::vector<size_t> expected;
    for (const Trajectory& trajectory : data.trajectories) {
      for (size_t r = 0; r + lags < trajectory.rows; ++r) expected.push_back(trajectory.first_row + r);
    }
    const Windows windows(data, lags);
    ASSERT_EQ(windows.size(), expected.size()) << lags;
    for (size_t w = 0; w < expected.size(); ++w) EXPECT_EQ(windows.FirstRow(w), expected[w]) << lags;
  }
}

TEST(Fingerprint, ChangesWithEveryPart) {
  const Floats values = {1, 2, 3, 4};
  const std::vector<size_t> lengths = {1, 1};
  const std::string base = Fingerprint(MakeDataset(values, {"a", "b"}));
  EXPECT_EQ(base.size(), 32U);
  EXPECT_EQ(base, Fingerprint(MakeDataset(values, {"a", "b"})));
  EXPECT_EQ(base, Fingerprint(ReadText("a,b\n1,2\n3,4\n"))) << "the way in does not matter";
  EXPECT_NE(base, Fingerprint(MakeDataset(values, {"a", "c"})));
  EXPECT_NE(base, Fingerprint(MakeDataset(values, {"a", "b"}, lengths)));
  EXPECT_NE(base, Fingerprint(MakeDataset(Floats{1, 2, 3, 5}, {"a", "b"})));
  EXPECT_NE(Fingerprint(MakeDataset(Floats{0, 2, 3, 4}, {"a", "b"})),
            Fingerprint(MakeDataset(Floats{kNaN, 2, 3, 4}, {"a", "b"})));
  EXPECT_NE(base, Fingerprint(MakeDataset(values, {"a", "b", "c", "d"})));
}

TEST(Reshape, TransposeInPlaceOfAnyShape) {
  for (const auto& [rows, columns] :
       std::vector<std::pair<size_t, size_t>>{{1, 1}, {1, 7}, {7, 1}, {3, 3}, {4, 9}, {31, 17}}) {
    FloatBuffer values;
    MissingMask missing;
    values.Resize(rows * columns);
    for (size_t i = 0; i < rows * columns; ++i) values[i] = static_cast<float>(i);
    for (size_t i = 0; i < rows * columns; i += 5) missing.Set(i);
    TransposeInPlace(values, missing, rows, columns);
    for (size_t i = 0; i < rows * columns; ++i) {
      const size_t from = i % rows * columns + i / rows;
      EXPECT_EQ(values[i], static_cast<float>(from));
      EXPECT_EQ(missing[i], from % 5 == 0);
    }
  }
}

}  // namespace
}  // namespace mask2cause
