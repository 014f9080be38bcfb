// The operations of an attention over series against plain loops and finite differences.
#include <gtest/gtest.h>

#include "tape/differences.h"

namespace mask2cause::testing {
namespace {

double At(const Node& node, size_t r, size_t c) {
  return static_cast<double>(node.value.row(r)[c]);
}

TEST(Tape, LayerNormBringsRowsToOneSize) {
  Probe probe({{3, 7}, {1, 7}, {1, 7}},
              [](Tape& t, const std::vector<Node*>& p) { return LayerNorm(t, p[0], p[1], p[2]); });
  const Node& y = probe.output();
  for (size_t r = 0; r < 3; ++r) {
    double mean = 0.0, square = 0.0;
    for (size_t c = 0; c < 7; ++c) mean += At(probe.input(0), r, c) / 7.0;
    for (size_t c = 0; c < 7; ++c) square += std::pow(At(probe.input(0), r, c) - mean, 2.0) / 7.0;
    for (size_t c = 0; c < 7; ++c) {
      const double normal = (At(probe.input(0), r, c) - mean) / std::sqrt(square + 1e-5);
      EXPECT_NEAR(At(y, r, c), normal * At(probe.input(1), 0, c) + At(probe.input(2), 0, c), 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, RescaleIsOneFactorAndOneShift) {
  Probe probe({{3, 5}, {1, 1}, {1, 1}},
              [](Tape& t, const std::vector<Node*>& p) { return Rescale(t, p[0], p[1], p[2]); });
  EXPECT_NEAR(At(probe.output(), 2, 3), At(probe.input(0), 2, 3) * At(probe.input(1), 0, 0) + At(probe.input(2), 0, 0),
              1e-6);
  EXPECT_EQ(probe.Mismatch(), "");
}

// Also with units that have no weight, which are the same everywhere, and numbers beyond every bend.
TEST(Tape, TheScalarPerceptronIsThePerceptron) {
  constexpr size_t kWidth = 20;
  Probe probe({{9, 11}, {1, kWidth}, {1, kWidth}, {1, kWidth}, {1, 1}}, [](Tape& t, const std::vector<Node*>& p) {
    p[1]->value.data[4] = 0.0f;
    p[1]->value.data[5] = -0.0f;
    p[0]->value.row(0)[0] = 50.0f;
    p[0]->value.row(0)[1] = -50.0f;
    return ScalarPerceptron(t, p[0], p[1], p[2], p[3], p[4]);
  });
  const Node& y = probe.output();
  for (size_t r = 0; r < 9; ++r) {
    for (size_t c = 0; c < 11; ++c) {
      double sum = At(probe.input(4), 0, 0);
      for (size_t k = 0; k < kWidth; ++k) {
        const double z = At(probe.input(1), 0, k) * At(probe.input(0), r, c) + At(probe.input(2), 0, k);
        sum += At(probe.input(3), 0, k) * (z > 0.0 ? z : static_cast<double>(kLeak) * z);
      }
      EXPECT_NEAR(At(y, r, c), sum, 1e-5 * std::max(1.0, std::abs(sum)));
    }
  }
}

TEST(Tape, GradientsOfTheScalarPerceptron) {
  Probe probe({{3, 4}, {1, 6}, {1, 6}, {1, 6}, {1, 1}},
              [](Tape& t, const std::vector<Node*>& p) { return ScalarPerceptron(t, p[0], p[1], p[2], p[3], p[4]); });
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, MaskedScoresAreProductsOfEachHead) {
  constexpr size_t kWindows = 2, kVariables = 3, kHeads = 2, kWidth = 5;
  Probe probe(
      {{kWindows * kVariables, kHeads * kWidth}, {kWindows * kVariables, kWidth}, {kHeads * kVariables, kVariables}},
      [](Tape& t, const std::vector<Node*>& p) { return MaskedScores(t, p[0], p[1], p[2], 0.3); });
  const Node& y = probe.output();
  for (size_t r = 0; r < y.rows(); ++r) {
    const size_t w = r / kVariables / kHeads, h = r / kVariables % kHeads, i = r % kVariables;
    for (size_t j = 0; j < kVariables; ++j) {
      double sum = 0.0;
      for (size_t c = 0; c < kWidth; ++c) {
        sum += At(probe.input(0), w * kVariables + i, h * kWidth + c) * At(probe.input(1), w * kVariables + j, c);
      }
      EXPECT_NEAR(At(y, r, j), 0.3 * At(probe.input(2), h * kVariables + i, j) * sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, CentredRowsHaveNoMean) {
  Probe probe({{3, 7}}, [](Tape& t, const std::vector<Node*>& p) { return Centred(t, p[0]); });
  const Node& y = probe.output();
  for (size_t r = 0; r < 3; ++r) {
    double sum = 0.0;
    for (size_t c = 0; c < 7; ++c) {
      sum += At(y, r, c);
      EXPECT_NEAR(At(y, r, c) - At(y, r, 0), At(probe.input(0), r, c) - At(probe.input(0), r, 0), 1e-5);
    }
    EXPECT_NEAR(sum, 0.0, 1e-5);
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, HeadProductsStandSideBySide) {
  constexpr size_t kRows = 3, kHeads = 2, kWidth = 5;
  Probe probe({{kRows, kHeads * kWidth}, {kRows, kHeads * kWidth}},
              [](Tape& t, const std::vector<Node*>& p) { return HeadProducts(t, p[0], p[1], kHeads); });
  const Node& y = probe.output();
  for (size_t r = 0; r < kRows; ++r) {
    for (size_t c = 0; c < kHeads * kRows; ++c) {
      double sum = 0.0;
      for (size_t k = c / kRows * kWidth; k < (c / kRows + 1) * kWidth; ++k) {
        sum += At(probe.input(0), r, k) * At(probe.input(1), c % kRows, k);
      }
      EXPECT_NEAR(At(y, r, c), sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

// The norm of an embedding is its factors times (weights and bias, each row less its mean, times gain; shift).
TEST(Tape, NormFactorsAreALayerNormButForWeights) {
  constexpr size_t kRows = 4, kIn = 3, kWidth = 9;
  Node *x = nullptr, *norm = nullptr;
  Probe probe({{kIn, kWidth}, {1, kWidth}, {1, kWidth}, {1, kWidth}}, [&](Tape& t, const std::vector<Node*>& p) {
    x = t.Input(kRows, kIn);
    Rng rng(5);
    for (size_t r = 0; r < kRows; ++r) {
      for (size_t c = 0; c < kIn; ++c) x->value.row(r)[c] = static_cast<float>(rng.Normal());
    }
    norm = LayerNorm(t, Affine(t, x, p[0], p[1]), p[2], p[3]);
    Node* const centred = Centred(t, Stack(t, p[0], p[1]));
    Node* const factors = NormFactors(t, x, TimesTransposed(t, centred, centred), kWidth);
    return Affine(t, factors, Stack(t, ScaleColumns(t, centred, p[2], nullptr), p[3]), nullptr);
  });
  const Node& y = probe.output();
  for (size_t r = 0; r < kRows; ++r) {
    for (size_t c = 0; c < kWidth; ++c) EXPECT_NEAR(At(y, r, c), At(*norm, r, c), 1e-5);
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

// The mean over the slots so far, weighted by a kernel whose last weight is that of the present; of itself a series
// hears what was one slot before.
class CausalMixOf : public ::testing::TestWithParam<size_t> {};

TEST_P(CausalMixOf, HearsThePastOfEachSource) {
  constexpr size_t kWindows = 3, kHeads = 2, kSlots = 4;
  const size_t variables = GetParam();
  Node* x = nullptr;
  Probe probe({{kWindows * kHeads * variables, variables}, {kHeads * variables * variables, kSlots}, {1, kHeads}},
              [&x, variables](Tape& t, const std::vector<Node*>& p) {
                x = t.Input(kWindows * variables, kSlots);
                Rng rng(8);
                for (size_t r = 0; r < x->rows(); ++r) {
                  for (size_t c = 0; c < kSlots; ++c)
                    x->value.row(r)[c] = static_cast<float>(rng.Normal() / std::sqrt(variables));
                }
                return CausalMix(t, x, p[0], p[1], p[2]);
              });
  const Node& y = probe.output();
  for (size_t w = 0; w < kWindows; ++w) {
    for (size_t i = 0; i < variables; ++i) {
      for (size_t t = 0; t < kSlots; ++t) {
        double sum = 0.0;
        for (size_t h = 0; h < kHeads; ++h) {
          for (size_t j = 0; j < variables; ++j) {
            if (i == j && t == 0) continue;
            const size_t until = i == j ? t - 1 : t;
            double heard = 0.0;
            for (size_t lag = 0; lag <= until; ++lag) {
              heard += At(probe.input(1), (h * variables + i) * variables + j, kSlots - 1 - lag) *
                       At(*x, w * variables + j, until - lag);
            }
            sum += At(probe.input(2), 0, h) * At(probe.input(0), (w * kHeads + h) * variables + i, j) * heard /
                   static_cast<double>(until + 1);
          }
        }
        EXPECT_NEAR(At(y, w * variables + i, t), sum, 1e-5);
      }
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

// One block of targets and sources, and the seams between blocks.
INSTANTIATE_TEST_SUITE_P(Tape, CausalMixOf, ::testing::Values(1, 2, 18));

TEST(Tape, AnyGradientCanBeSentBack) {
  Probe probe({{3, 4}}, [](Tape& t, const std::vector<Node*>& p) {
    Node* const weight = t.Input(3, 4);
    for (size_t r = 0; r < 3; ++r) {
      for (size_t c = 0; c < 4; ++c) weight->value.row(r)[c] = static_cast<float>(r) - static_cast<float>(c);
    }
    WeightedSum(t, p[0], weight);
    return p[0];
  });
  EXPECT_EQ(probe.Mismatch(), "");
}

}  // namespace
}  // namespace mask2cause::testing
