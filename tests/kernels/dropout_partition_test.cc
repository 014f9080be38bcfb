// Kernels with dropout give the same rows whatever tile a row is in.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/rng.h"
#include "kernels/activation.h"
#include "kernels/isa.h"
#include "kernels/norm.h"
#include "kernels/token.h"

namespace mask2cause {
namespace {

constexpr size_t kRows = 24, kCols = 20, kVariables = 4;

// A matrix with its own memory.
struct Owned {
  Owned(size_t rows, size_t cols, uint64_t stream)
      : arena(rows * PaddedStride(cols)), view(TakeMatrix(arena, rows, cols)) {
    Rng rng(6, stream);
    std::fill(view.data, view.data + rows * view.stride, 0.0f);
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < cols; ++c) view.row(r)[c] = static_cast<float>(rng.Normal());
    }
  }
  bool operator==(const Owned& other) const {
    return std::memcmp(view.data, other.view.data, view.rows * view.stride * sizeof(float)) == 0;
  }
  Arena arena;
  Matrix view;
};

class DropoutPartition : public ::testing::TestWithParam<std::string> {
 protected:
  DropoutPartition() { SelectIsa(GetParam()); }
  ~DropoutPartition() override { SelectIsa("auto"); }

  // Calls run(first, count) over all rows in tiles of `tile`.
  template <class Run>
  static void InTiles(size_t tile, Run&& run) {
    for (size_t first = 0; first < kRows; first += tile) run(first, std::min(tile, kRows - first));
  }

  const Dropout dropout = MakeDropout(0.4, 1, 2, 3);
};

TEST_P(DropoutPartition, Gelu) {
  const auto run = [&](size_t tile) {
    Owned h(kRows, kCols, 1), slope(kRows, kCols, 2);
    InTiles(tile, [&](size_t first, size_t count) {
      GeluForward(h.view.Rows(first, count), slope.view.Rows(first, count), dropout, first);
    });
    return std::pair(std::move(h), std::move(slope));
  };
  const auto whole = run(kRows);
  for (const size_t tile : {1, 5, 12}) {
    const auto parts = run(tile);
    EXPECT_TRUE(parts.first == whole.first && parts.second == whole.second) << tile;
  }
}

TEST_P(DropoutPartition, Norm) {
  const Owned residual(kRows, kCols, 1), branch(kRows, kCols, 2), gain(1, kCols, 3), bias(1, kCols, 4);
  const auto run = [&](size_t tile) {
    Owned y(kRows, kCols, 5), normal(kRows, kCols, 6), inverse_sd(1, kRows, 7);
    InTiles(tile, [&](size_t first, size_t count) {
      NormForward({.residual = residual.view.Rows(first, count),
                   .branch = branch.view.Rows(first, count),
                   .dropout = dropout,
                   .first_row = first,
                   .gain = gain.view.data,
                   .bias = bias.view.data,
                   .normal = normal.view.Rows(first, count),
                   .inverse_sd = inverse_sd.view.data + first,
                   .y = y.view.Rows(first, count)});
    });
    return y;
  };
  const Owned whole = run(kRows);
  for (const size_t tile : {1, 5, 12}) EXPECT_TRUE(run(tile) == whole) << tile;
}

TEST_P(DropoutPartition, Identity) {
  const Owned identity(kVariables, kCols, 1);
  const auto run = [&](size_t tile) {
    Owned tokens(kRows, kCols, 2);
    InTiles(tile, [&](size_t first, size_t count) {
      AddIdentity(tokens.view.Rows(first, count), identity.view, dropout, first);
    });
    return tokens;
  };
  const Owned whole = run(kRows);
  for (const size_t tile : {1, 5, 12}) EXPECT_TRUE(run(tile) == whole) << tile;
}

INSTANTIATE_TEST_SUITE_P(Isa, DropoutPartition, ::testing::ValuesIn(AvailableIsas()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace mask2cause
