// Each operation against plain loops and finite differences.
#include <gtest/gtest.h>

#include "tape/differences.h"

namespace mask2cause::testing {
namespace {

float At(const Node& node, size_t r, size_t c) {
  return node.value.row(r)[c];
}

TEST(Tape, AffineIsAProductAndABias) {
  Probe probe({{7, 5}, {5, 19}, {1, 19}},
              [](Tape& t, const std::vector<Node*>& p) { return Affine(t, p[0], p[1], p[2]); });
  const Node& y = probe.output();
  for (size_t r = 0; r < 7; ++r) {
    for (size_t c = 0; c < 19; ++c) {
      double sum = At(probe.input(2), 0, c);
      for (size_t k = 0; k < 5; ++k) sum += static_cast<double>(At(probe.input(0), r, k)) * At(probe.input(1), k, c);
      EXPECT_NEAR(At(y, r, c), sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, AffineMayDoWithoutBias) {
  Probe probe({{6, 3}, {3, 4}}, [](Tape& t, const std::vector<Node*>& p) { return Affine(t, p[0], p[1], nullptr); });
  EXPECT_EQ(probe.Mismatch(), "");
}

// Rows of weights that are said to be zero are left out of the product, and have no gradient.
TEST(Tape, AffineGoesThroughLiveRowsAlone) {
  static const std::vector<uint32_t> live = {1, 2, 5};
  Probe probe({{7, 6}, {6, 19}, {1, 19}}, [](Tape& t, const std::vector<Node*>& p) {
    p[1]->live_rows = &live;
    return Affine(t, p[0], p[1], p[2]);
  });
  for (const size_t dead : {0, 3, 4}) std::fill_n(probe.input(1).value.row(dead), 19, 0.0f);
  const Node& y = probe.output();
  for (size_t r = 0; r < 7; ++r) {
    for (size_t c = 0; c < 19; ++c) {
      double sum = At(probe.input(2), 0, c);
      for (const size_t k : live) sum += static_cast<double>(At(probe.input(0), r, k)) * At(probe.input(1), k, c);
      EXPECT_NEAR(At(y, r, c), sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, AffineOnRowsPicksRowsAndAddsAProduct) {
  const std::vector<uint32_t> rows = {2, 0, 2, 3};
  Probe probe({{5, 19}, {4, 3}, {3, 19}}, [&](Tape& t, const std::vector<Node*>& p) {
    return AffineOnRows(t, p[0], rows, {p[1], p[2]});
  });
  const Node& y = probe.output();
  for (size_t r = 0; r < 4; ++r) {
    for (size_t c = 0; c < 19; ++c) {
      double sum = At(probe.input(0), rows[r], c);
      for (size_t k = 0; k < 3; ++k) sum += static_cast<double>(At(probe.input(1), r, k)) * At(probe.input(2), k, c);
      EXPECT_NEAR(At(y, r, c), sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
  Probe alone({{5, 19}}, [&](Tape& t, const std::vector<Node*>& p) { return AffineOnRows(t, p[0], rows, {}); });
  EXPECT_EQ(At(alone.output(), 1, 7), At(alone.input(0), 0, 7));
  EXPECT_EQ(alone.Mismatch(), "");
}

TEST(Tape, HeadsTakeTurnsOverTheRows) {
  Probe probe({{6, 5}, {3, 5}, {1, 3}},
              [](Tape& t, const std::vector<Node*>& p) { return Heads(t, p[0], p[1], p[2]); });
  const Node& y = probe.output();
  for (size_t r = 0; r < 6; ++r) {
    double sum = At(probe.input(2), 0, r % 3);
    for (size_t k = 0; k < 5; ++k) sum += static_cast<double>(At(probe.input(0), r, k)) * At(probe.input(1), r % 3, k);
    EXPECT_NEAR(At(y, r, 0), sum, 1e-5);
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, LayersOfTargetsTakeTurnsOverTheRows) {
  Probe probe({{6, 5}, {3 * 5, 4}, {3, 4}},
              [](Tape& t, const std::vector<Node*>& p) { return TargetAffine(t, p[0], p[1], p[2]); });
  const Node& y = probe.output();
  for (size_t r = 0; r < 6; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      double sum = At(probe.input(2), r % 3, c);
      for (size_t k = 0; k < 5; ++k) {
        sum += static_cast<double>(At(probe.input(0), r, k)) * At(probe.input(1), r % 3 * 5 + k, c);
      }
      EXPECT_NEAR(At(y, r, c), sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, ElementwiseOperationsDoWhatTheirNamesSay) {
  const auto check = [](const char* name, size_t inputs, const Build& build,
                        const std::function<double(double, double, double)>& f) {
    Probe probe(std::vector<Shape>(inputs, Shape{4, 18}), build);
    const Node& y = probe.output();
    for (size_t r = 0; r < 4; ++r) {
      for (size_t c = 0; c < 18; ++c) {
        const double a = At(probe.input(0), r, c), b = inputs > 1 ? At(probe.input(1), r, c) : 0.0f,
                     z = inputs > 2 ? At(probe.input(2), r, c) : 0.0f;
        EXPECT_NEAR(At(y, r, c), f(a, b, z), 1e-5) << name;
      }
    }
    EXPECT_EQ(probe.Mismatch(), "") << name;
  };
  check(
      "plus", 2, [](Tape& t, const std::vector<Node*>& p) { return Plus(t, p[0], p[1]); },
      [](double a, double b, double) { return a + b; });
  check(
      "times", 2, [](Tape& t, const std::vector<Node*>& p) { return Times(t, p[0], p[1]); },
      [](double a, double b, double) { return a * b; });
  check(
      "blend", 3, [](Tape& t, const std::vector<Node*>& p) { return Blend(t, p[0], p[1], p[2]); },
      [](double gate, double a, double b) { return (1 - gate) * a + gate * b; });
  check(
      "tanh", 1, [](Tape& t, const std::vector<Node*>& p) { return Activate(t, Pointwise::kTanh, p[0]); },
      [](double a, double, double) { return std::tanh(a); });
}

TEST(Tape, ShapesAreJoinedCutAndRepeated) {
  Probe joined({{3, 2}, {3, 5}}, [](Tape& t, const std::vector<Node*>& p) { return Concatenate(t, p[0], p[1]); });
  EXPECT_EQ(At(joined.output(), 2, 1), At(joined.input(0), 2, 1));
  EXPECT_EQ(At(joined.output(), 2, 2), At(joined.input(1), 2, 0));
  EXPECT_EQ(joined.Mismatch(), "");
  Probe cut({{3, 7}}, [](Tape& t, const std::vector<Node*>& p) { return Columns(t, p[0], 2, 3); });
  EXPECT_EQ(At(cut.output(), 1, 2), At(cut.input(0), 1, 4));
  EXPECT_EQ(cut.Mismatch(), "");
  Probe repeated({{3, 4}}, [](Tape& t, const std::vector<Node*>& p) { return Repeat(t, p[0], 3); });
  EXPECT_EQ(At(repeated.output(), 7, 3), At(repeated.input(0), 1, 3));
  EXPECT_EQ(repeated.Mismatch(), "");
}

TEST(Tape, ProductsAddUpBeforeTheBias) {
  Probe probe({{4, 3}, {3, 6}, {4, 5}, {5, 6}, {1, 6}}, [](Tape& t, const std::vector<Node*>& p) {
    return Affine(t, {{p[0], p[1]}, {p[2], p[3]}}, p[4]);
  });
  const Node& y = probe.output();
  for (size_t r = 0; r < 4; ++r) {
    for (size_t c = 0; c < 6; ++c) {
      double sum = At(probe.input(4), 0, c);
      for (size_t k = 0; k < 3; ++k) sum += static_cast<double>(At(probe.input(0), r, k)) * At(probe.input(1), k, c);
      for (size_t k = 0; k < 5; ++k) sum += static_cast<double>(At(probe.input(2), r, k)) * At(probe.input(3), k, c);
      EXPECT_NEAR(At(y, r, c), sum, 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

double Sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

TEST(Tape, TheLongShortTermMemoryForgetsTakesInAndGivesOut) {
  Probe probe({{3, 20}, {3, 5}}, [](Tape& t, const std::vector<Node*>& p) { return LstmStep(t, p[0], p[1]).state; });
  const Node& y = probe.output();
  for (size_t r = 0; r < 3; ++r) {
    for (size_t c = 0; c < 5; ++c) {
      const double in = At(probe.input(0), r, c), forget = At(probe.input(0), r, 5 + c),
                   value = At(probe.input(0), r, 10 + c), out = At(probe.input(0), r, 15 + c);
      const double cell = Sigmoid(forget) * At(probe.input(1), r, c) + Sigmoid(in) * std::tanh(value);
      EXPECT_NEAR(At(y, r, c), Sigmoid(out) * std::tanh(cell), 1e-5);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

// Two steps, so that gradients flow through state and cell; the first remembers nothing.
TEST(Tape, GradientsOfTheMemoryGoBackInTime) {
  Probe probe({{3, 8}, {3, 8}, {2, 8}}, [](Tape& t, const std::vector<Node*>& p) {
    const Memory first = LstmStep(t, p[0], nullptr);
    Node* const z = Plus(t, p[1], Affine(t, first.state, p[2], nullptr));
    return LstmStep(t, z, first.cell).state;
  });
  EXPECT_EQ(probe.Mismatch(), "");
}

// Two taps, three series: the second is the target's own, the third is not heard.
TEST(Tape, AListenerForecastsFromThePastOfEachSeries) {
  constexpr size_t kRows = 6, kTaps = 2, kSeries = 3;
  float x[kTaps + kRows][kSeries];
  Rng rng(5);
  for (auto& row : x) {
    for (float& value : row) value = static_cast<float>(rng.Normal());
  }
  Probe probe({{kTaps, kSeries}, {1, kSeries}, {1, kSeries}, {1, kSeries}, {1, kSeries}, {1, 1}},
              [&](Tape& t, const std::vector<Node*>& p) {
                Node *const input = t.Input(kTaps + kRows, kSeries), *const open = t.Input(1, kSeries);
                for (size_t r = 0; r < kTaps + kRows; ++r) std::copy_n(x[r], kSeries, input->value.row(r));
                open->value.row(0)[0] = open->value.row(0)[1] = 1.0f;
                return Listen(t, {.x = input,
                                  .open = open,
                                  .kernel = p[0],
                                  .share = p[1],
                                  .bias = p[2],
                                  .leak = p[3],
                                  .out = p[4],
                                  .shift = p[5],
                                  .own = 1});
              });
  const Node& y = probe.output();
  ASSERT_EQ(y.cols(), kRows);
  for (size_t r = 0; r < kRows; ++r) {
    double sum = At(probe.input(5), 0, 0);
    for (size_t j = 0; j < kSeries; ++j) {
      const size_t present = r + kTaps - (j == 1 ? 1 : 0);
      const double heard = static_cast<double>(At(probe.input(0), 0, j)) * x[present][j] +
                           static_cast<double>(At(probe.input(0), 1, j)) * x[present - 1][j];
      const double h = At(probe.input(1), 0, j) * (j == 2 ? 0.0 : heard) + At(probe.input(2), 0, j);
      sum += At(probe.input(4), 0, j) * (h > 0.0 ? h : At(probe.input(3), 0, j) * h);
    }
    EXPECT_NEAR(At(y, 0, r), sum, 1e-5);
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, ColumnsAreScaledByThemselves) {
  Probe scaled({{4, 5}, {1, 5}, {1, 5}},
               [](Tape& t, const std::vector<Node*>& p) { return ScaleColumns(t, p[0], p[1], p[2]); });
  EXPECT_NEAR(At(scaled.output(), 3, 2),
              At(scaled.input(0), 3, 2) * At(scaled.input(1), 0, 2) + At(scaled.input(2), 0, 2), 1e-6);
  EXPECT_EQ(scaled.Mismatch(), "");
}

TEST(Tape, SoftmaxSharesOneOutByExponentials) {
  Probe probe({{3, 7}}, [](Tape& t, const std::vector<Node*>& p) { return Softmax(t, p[0]); });
  const Node& y = probe.output();
  for (size_t r = 0; r < 3; ++r) {
    double sum = 0.0;
    for (size_t c = 0; c < 7; ++c) sum += std::exp(static_cast<double>(At(probe.input(0), r, c)));
    for (size_t c = 0; c < 7; ++c) {
      EXPECT_NEAR(At(y, r, c), std::exp(static_cast<double>(At(probe.input(0), r, c))) / sum, 1e-6);
    }
  }
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, DerivativesGoBackThroughLayers) {
  Probe product({{4, 5}, {3, 5}}, [](Tape& t, const std::vector<Node*>& p) { return TimesTransposed(t, p[0], p[1]); });
  double sum = 0.0;
  const Node& y = product.output();
  for (size_t k = 0; k < 5; ++k) sum += static_cast<double>(At(product.input(0), 3, k)) * At(product.input(1), 2, k);
  EXPECT_NEAR(At(y, 3, 2), sum, 1e-5);
  EXPECT_EQ(product.Mismatch(), "");

  // Rows 2 and 3 of the derivatives belong to row 1 of the results. The results have a gradient of their own.
  Probe gated({{4, 6}, {2, 6}}, [](Tape& t, const std::vector<Node*>& p) {
    return Plus(t, ThroughRelu(t, p[0], p[1]), Repeat(t, p[1], 2));
  });
  const Node& out = gated.output();
  for (size_t c = 0; c < 6; ++c) {
    const float passed = At(gated.input(1), 1, c) > 0.0f ? At(gated.input(0), 2, c) : 0.0f;
    EXPECT_FLOAT_EQ(At(out, 2, c), passed + At(gated.input(1), 0, c));
  }
  EXPECT_EQ(gated.Mismatch(), "");
}

TEST(Tape, AbsoluteValuesArePenalised) {
  Probe probe({{3, 4}}, [](Tape& t, const std::vector<Node*>& p) {
    AbsolutePenalty(t, p[0], 0.7);
    return p[0];
  });
  EXPECT_EQ(probe.Mismatch(), "");
}

// Two windows of three targets. The operands are used elsewhere too, before and after.
// Also where units are cut off, other ones in each window.
TEST(Tape, ProductsArePenalisedWindowByWindow) {
  const auto lay_out = [](bool at_once) {
    return [at_once](Tape& t, const std::vector<Node*>& p) {
      Node* const x = ThroughRelu(t, p[0], Activate(t, Pointwise::kRelu, p[3]));
      Node* const twice = TimesTransposed(t, x, p[1]);
      if (at_once) {
        PenalisedProduct(t, x, p[1], p[2], 0.3);
      } else {
        AbsolutePenalty(t, Plus(t, TimesTransposed(t, x, p[1]), Repeat(t, p[2], 2)), 0.3);
      }
      return Plus(t, twice, Repeat(t, p[2], 2));
    };
  };
  const std::vector<Shape> shapes = {{6, 5}, {19, 5}, {3, 19}, {2, 5}};
  Probe one(shapes, lay_out(true), 4), two(shapes, lay_out(false), 4);
  size_t open[2] = {};
  for (size_t w = 0; w < 2; ++w) {
    for (size_t c = 0; c < 5; ++c) open[w] += one.input(3).value.row(w)[c] > 0.0f;
    ASSERT_GT(open[w], 0u);
    ASSERT_LT(open[w], 5u);
  }
  EXPECT_EQ(one.Mismatch(), "");
  EXPECT_NEAR(one.Loss(), two.Loss(), 1e-5);
}

// A node that is used twice collects both gradients, and a product may be the second to add.
TEST(Tape, GradientsOfSharedNodesAddUp) {
  Probe probe({{4, 5}, {5, 5}, {1, 5}}, [](Tape& t, const std::vector<Node*>& p) {
    Node* const h = Activate(t, Pointwise::kSigmoid, Affine(t, p[0], p[1], p[2]));
    return Plus(t, Times(t, h, p[0]), Affine(t, h, p[1], nullptr));
  });
  EXPECT_EQ(probe.Mismatch(), "");
}

TEST(Tape, FrozenParametersHaveNoGradient) {
  ParameterLayout layout;
  layout.Add({.name = "w", .rows = 2, .cols = 3, .start = Start::kNormal});
  AlignedFloats values(layout.size());
  FillParameters(layout, 1, 0, 0.0, values.data());
  Tape tape(layout, values.data(), true);
  Node* const x = tape.Variable(4, 2);
  Node* const y = Affine(tape, x, tape.Parameter(0), nullptr);
  Node *const target = tape.Input(4, 3), *const weight = tape.Input(4, 3);
  std::fill_n(target->value.data, target->size(), 1.0f);
  std::fill_n(weight->value.data, weight->size(), 1.0f);
  SquaredError(tape, y, target, weight);
  EXPECT_EQ(tape.Forward(), 12.0);
  tape.Backward();
  for (size_t i = 0; i < layout.size(); ++i) EXPECT_EQ(tape.gradient()[i], 0.0f);
  EXPECT_FLOAT_EQ(x->gradient.row(0)[0], -2.0f * (values[0] + values[1] + values[2]));
}

// Parts of the rows, the last one shorter, each forward and backward before the next.
TEST(Tape, PartsMayShareMemory) {
  ParameterLayout layout;
  layout.Add({.name = "w", .rows = 3, .cols = 20, .start = Start::kNormal});
  layout.Add({.name = "out", .rows = 1, .cols = 5, .start = Start::kNormal});
  layout.Add({.name = "b", .rows = 1, .cols = 1, .start = Start::kNormal});
  AlignedFloats values(layout.size());
  FillParameters(layout, 2, 0, 0.0, values.data());
  const auto lay_out = [&](Tape& t, size_t first, size_t count) {
    Node *const x = t.Input(count, 3), *const target = t.Input(count, 1), *const weight = t.Input(count, 1);
    for (size_t r = 0; r < count; ++r) {
      for (size_t c = 0; c < 3; ++c) x->value.row(r)[c] = static_cast<float>((first + r) % 5) - static_cast<float>(c);
      target->value.row(r)[0] = static_cast<float>(first + r);
      weight->value.row(r)[0] = 0.5f;
    }
    Node* const z = Affine(t, x, t.Parameter(0), nullptr);
    Node* const h = LstmStep(t, z, nullptr).state;
    SquaredError(t, Heads(t, h, t.Parameter(1), t.Parameter(2)), target, weight);
  };
  const auto memory = std::make_shared<TapeMemory>();
  Tape whole(layout, values.data()), first(layout, values.data(), false, memory);
  lay_out(whole, 0, 7);
  lay_out(first, 0, 4);
  Tape second(layout, values.data(), false, memory);
  lay_out(second, 4, 3);
  const double expected = whole.Forward();
  whole.Backward();
  for (int pass = 0; pass < 2; ++pass) {
    double loss = 0.0;
    for (Tape* part : {&first, &second}) {
      loss += part->Forward();
      part->Backward();
    }
    EXPECT_NEAR(loss, expected, 1e-5 * expected);
    for (size_t i = 0; i < layout.size(); ++i) {
      EXPECT_NEAR(first.gradient()[i] + second.gradient()[i], whole.gradient()[i], 1e-4);
    }
  }
}

}  // namespace
}  // namespace mask2cause::testing
