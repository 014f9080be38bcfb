// A = sigmoid(Theta + gamma I), its log, its gradient.
#include "model/mask.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/rng.h"

namespace mask2cause {
namespace {

std::vector<float> RandomTheta(size_t n, uint64_t seed) {
  std::vector<float> theta(n * PaddedColumns(n), 0.0f);
  Rng rng(seed);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) theta[i * PaddedColumns(n) + j] = static_cast<float>(rng.Uniform(-6.0, 6.0));
  }
  return theta;
}

double AdjacencyAt(double theta, double gamma, bool diagonal) {
  return 1.0 / (1.0 + std::exp(-(theta + (diagonal ? gamma : 0.0))));
}

class MaskTest : public ::testing::TestWithParam<double> {};

TEST_P(MaskTest, AdjacencyIsTheSigmoidAndTheLogIsTransposed) {
  const double gamma = GetParam();
  for (const size_t n : {1, 2, 5, 17}) {
    const std::vector<float> theta = RandomTheta(n, n);
    Masks masks(n, 1, 1);
    masks.SetFromTheta(0, 0, theta.data(), PaddedColumns(n), gamma);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        const double a = AdjacencyAt(static_cast<double>(theta[i * PaddedColumns(n) + j]), gamma, i == j);
        EXPECT_DOUBLE_EQ(masks.Adjacency(0, 0)[i * n + j], a);
        EXPECT_NEAR(masks.LogMask(0, 0).row(j)[i], std::log(a + 1e-6), 2e-6);
      }
    }
  }
}

TEST_P(MaskTest, DiagonalIsOpenFreeOrShut) {
  const double gamma = GetParam();
  Masks masks(3, 1, 1);
  const std::vector<float> theta(3 * PaddedColumns(3), -1.0f);
  masks.SetFromTheta(0, 0, theta.data(), PaddedColumns(3), gamma);
  const double free = 1.0 / (1.0 + std::exp(1.0));
  const double diagonal = masks.Adjacency(0, 0)[4], log = static_cast<double>(masks.LogMask(0, 0).row(1)[1]);
  EXPECT_DOUBLE_EQ(masks.Adjacency(0, 0)[1], free);
  if (gamma > 0.0) {
    EXPECT_EQ(diagonal, 1.0);
    EXPECT_NEAR(log, 1e-6, 1e-7);
  } else if (gamma < 0.0) {
    EXPECT_LT(diagonal, 1e-40);
    EXPECT_NEAR(log, std::log(1e-6), 1e-5);
  } else {
    EXPECT_DOUBLE_EQ(diagonal, free);
  }
}

TEST_P(MaskTest, BackwardIsTheDerivative) {
  const double gamma = GetParam(), penalty = 0.3;
  for (const size_t n : {1, 2, 7}) {
    const size_t stride = PaddedColumns(n);
    const std::vector<float> theta = RandomTheta(n, 7), weight = RandomTheta(n, 8);  // weight: [source][target]
    Masks masks(n, 1, 1);
    masks.SetFromTheta(0, 0, theta.data(), stride, gamma);
    std::vector<float> gradient = weight;
    for (size_t i = 0; i < n; ++i) gradient[i * stride + n] = 55.0f;  // scratch of the attention kernel
    MaskBackward(masks.Adjacency(0, 0), n, penalty, gradient.data(), stride);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        const double w = static_cast<double>(weight[j * stride + i]), at = static_cast<double>(theta[i * stride + j]);
        const auto loss = [&](double t) {
          const double a = AdjacencyAt(t, gamma, i == j);
          return w * std::log(a + 1e-6) + (i == j ? 0.0 : penalty * a);
        };
        const double expected = (loss(at + 1e-5) - loss(at - 1e-5)) / 2e-5;
        EXPECT_NEAR(gradient[i * stride + j], expected, 1e-6 * std::max(1.0, std::abs(expected))) << i << " " << j;
      }
      for (size_t j = n; j < stride; ++j) EXPECT_EQ(gradient[i * stride + j], 0.0f);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gamma, MaskTest, ::testing::Values(100.0, 0.0, -100.0), [](const auto& test) {
  return test.param > 0.0 ? "open" : test.param < 0.0 ? "shut" : "free";
});

TEST(Masks, ExtremeThetaStaysFinite) {
  Masks masks(2, 1, 1);
  std::vector<float> theta(2 * PaddedColumns(2), 0.0f);
  theta[0] = 1e4f;
  theta[1] = -1e4f;
  masks.SetFromTheta(0, 0, theta.data(), PaddedColumns(2), 0.0);
  EXPECT_EQ(masks.Adjacency(0, 0)[0], 1.0);
  EXPECT_EQ(masks.Adjacency(0, 0)[1], 0.0);
  std::vector<float> gradient(2 * PaddedColumns(2), 1.0f);
  MaskBackward(masks.Adjacency(0, 0), 2, 0.1, gradient.data(), PaddedColumns(2));
  EXPECT_EQ(gradient[0], 0.0f);
  EXPECT_EQ(gradient[1], 0.0f);
}

TEST(Masks, LayersAreAveraged) {
  Masks masks(2, 2, 3);
  for (size_t graph = 0; graph < 2; ++graph) {
    for (size_t layer = 0; layer < 3; ++layer) {
      const std::vector<float> theta(2 * PaddedColumns(2), static_cast<float>(3 * graph + layer));
      masks.SetFromTheta(graph, layer, theta.data(), PaddedColumns(2), 0.0);
    }
  }
  for (size_t graph = 0; graph < 2; ++graph) {
    double mean = 0.0;
    for (size_t layer = 0; layer < 3; ++layer)
      mean += AdjacencyAt(static_cast<double>(3 * graph + layer), 0.0, false) / 3.0;
    for (const double a : masks.MeanAdjacency(graph)) EXPECT_DOUBLE_EQ(a, mean);
  }
}

TEST(Masks, OneMaskServesEveryLayer) {
  Masks masks(2, 1, 1);
  EXPECT_EQ(masks.LogMask(0, 0).data, masks.LogMask(0, 5).data);
  EXPECT_EQ(masks.Adjacency(0, 0), masks.Adjacency(0, 5));
}

TEST(Masks, LockedMatrixIsTakenAsItIsAndZeroIsShut) {
  Masks masks(2, 1, 2);
  const std::vector<double> given = {1.0, 0.0, 0.25, 1.0};  // [target][source]
  masks.SetLocked(0, given);
  for (size_t layer = 0; layer < 2; ++layer) {
    EXPECT_FLOAT_EQ(masks.LogMask(0, layer).row(0)[1], static_cast<float>(std::log(0.25 + 1e-6)));
    EXPECT_LT(masks.LogMask(0, layer).row(1)[0], -1e6f) << "no score of the attention may outweigh it";
  }
  EXPECT_EQ(masks.MeanAdjacency(0), given);
}

TEST(OffDiagonalMean, LeavesTheDiagonalOut) {
  EXPECT_DOUBLE_EQ(OffDiagonalMean(std::vector<double>{100.0, 1.0, 2.0, 3.0, 100.0, 4.0, 5.0, 6.0, 100.0}.data(), 3),
                   3.5);
  EXPECT_DOUBLE_EQ(OffDiagonalMean(std::vector<double>{9.0, 0.5, 0.25, 9.0}.data(), 2), 0.375);
}

TEST(OffDiagonalMean, OfASingleVariableIsZero) {
  const double only = 1.0;
  EXPECT_EQ(OffDiagonalMean(&only, 1), 0.0);
}

// Edge dropout: about the wanted share is shut, never a self edge, and A itself is untouched.
TEST(EdgeDropout, ShutsAtRandomUntilSetAgain) {
  constexpr size_t kSize = 30;
  const std::vector<float> theta = RandomTheta(kSize, 4);
  Masks masks(kSize, 1, 1);
  masks.SetFromTheta(0, 0, theta.data(), PaddedColumns(kSize), 100.0);
  const std::vector<double> before = masks.adjacency;
  const auto shut = [&] {
    size_t count = 0;
    for (size_t j = 0; j < kSize; ++j) {
      for (size_t i = 0; i < kSize; ++i) {
        if (masks.LogMask(0, 0).row(j)[i] != kShut) continue;
        EXPECT_NE(i, j);
        ++count;
      }
    }
    return count;
  };
  EXPECT_EQ(shut(), 0u);
  masks.ShutAtRandom(0.2, Rng(1));
  EXPECT_NEAR(static_cast<double>(shut()), 0.2 * 870, 40.0);
  EXPECT_EQ(masks.adjacency, before);
  masks.SetFromTheta(0, 0, theta.data(), PaddedColumns(kSize), 100.0);
  EXPECT_EQ(shut(), 0u);
}

}  // namespace
}  // namespace mask2cause
