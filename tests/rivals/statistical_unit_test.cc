#include "rivals/statistical_unit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/rng.h"

namespace mask2cause {
namespace {

constexpr size_t kRows = 6;

struct Sample {
  AlignedFloats memory{kRows * kLane};
  Matrix x{memory.data(), kRows, 3, kLane};
  std::vector<float> next = std::vector<float>(kRows), weight = std::vector<float>(kRows, 1.0f / kRows);

  Sample() {
    Rng rng(5);
    std::fill(memory.begin(), memory.end(), 0.0f);
    for (size_t r = 0; r < kRows; ++r) {
      for (size_t c = 0; c < 3; ++c) x.row(r)[c] = static_cast<float>(rng.Normal());
      next[r] = static_cast<float>(rng.Normal());
    }
  }
};

// The recurrence of the paper, a row at a time.
class Plain {
 public:
  Plain(const StatisticalUnit& unit, const UnitDesign& design)
      : unit_(unit), design_(design), values_(unit.values(), unit.values() + unit.layout().size()) {}

  double Loss(const Sample& sample) const { return LossGiven(sample, Averages(sample)); }

  // No gradient goes back in time: what each row remembers stays as it is while a parameter moves.
  double Slope(const Sample& sample, size_t parameter) {
    constexpr double kStep = 1e-5;
    const std::vector<Averaged> held = Averages(sample);
    const double before = values_[parameter];
    values_[parameter] = before + kStep;
    const double above = LossGiven(sample, held);
    values_[parameter] = before - kStep;
    const double below = LossGiven(sample, held);
    values_[parameter] = before;
    return (above - below) / (2.0 * kStep);
  }

 private:
  using Averaged = std::vector<double>;

  // Before each row, and after the last.
  std::vector<Averaged> Averages(const Sample& sample) const {
    std::vector<Averaged> held = {Averaged(design_.averages(), 0.0)};
    for (size_t r = 0; r < kRows; ++r) held.push_back(After(sample, r, held.back()));
    return held;
  }

  double LossGiven(const Sample& sample, const std::vector<Averaged>& held) const {
    double loss = 0.0;
    for (size_t r = 0; r < kRows; ++r) {
      const std::vector<double> out = Elu(Layer(7, 8, After(sample, r, held[r])));
      double y = Value(10, 0, 0);
      for (size_t c = 0; c < kUnitWidth; ++c) y += out[c] * Value(9, 0, c);
      loss += static_cast<double>(sample.weight[r]) * std::pow(y - static_cast<double>(sample.next[r]), 2);
    }
    return loss;
  }

  Averaged After(const Sample& sample, size_t r, Averaged u) const {
    std::vector<double> seen = u;
    if (design_.economy) {
      seen.assign(kUnitWidth, 0.0);
      for (size_t c = 0; c < kUnitWidth; ++c) {
        for (size_t k = 0; k < u.size(); ++k) seen[c] += unit_.sketch()[c * u.size() + k] * u[k];
      }
    }
    std::vector<double> feedback = Elu(Layer(0, 1, seen));
    if (design_.economy) feedback = Elu(Layer(2, 3, feedback));
    std::vector<double> features = Layer(4, 6, {sample.x.row(r), sample.x.row(r) + 3});
    const std::vector<double> back = Layer(5, 6, feedback);
    for (size_t c = 0; c < kUnitWidth; ++c) features[c] += back[c] - Value(6, 0, c);
    features = Elu(features);
    for (size_t k = 0; k < u.size(); ++k) {
      const double fade = design_.scales[k / kUnitWidth];
      u[k] = fade * u[k] + (1.0 - fade) * features[k % kUnitWidth];
    }
    return u;
  }

  // Tensors by their place in eSRU; without the economy there is no second layer of feedback, 2 and 3.
  double Value(size_t tensor, size_t r, size_t c) const {
    const size_t place = design_.economy || tensor < 4 ? tensor : tensor - 2;
    return values_[unit_.layout()[place].Index(r, c)];
  }
  std::vector<double> Layer(size_t w, size_t b, const std::vector<double>& x) const {
    std::vector<double> y(kUnitWidth);
    for (size_t c = 0; c < kUnitWidth; ++c) {
      y[c] = Value(b, 0, c);
      for (size_t k = 0; k < x.size(); ++k) y[c] += x[k] * Value(w, k, c);
    }
    return y;
  }
  static std::vector<double> Elu(std::vector<double> x) {
    for (double& v : x) v = v > 0.0 ? v : std::expm1(v);
    return x;
  }

  const StatisticalUnit& unit_;
  const UnitDesign& design_;
  std::vector<double> values_;
};

TEST(StatisticalUnit, TheRecurrenceIsThatOfThePaper) {
  const Sample sample;
  for (const bool economy : {false, true}) {
    const UnitDesign design = {.variables = 3, .scales = {0.0, 0.3, 0.9}, .economy = economy};
    StatisticalUnit unit(design, 4, 0, kRows);
    const double expected = Plain(unit, design).Loss(sample);
    EXPECT_NEAR(unit.Step(sample.x, sample.next.data(), sample.weight.data(), 0.0, {}), expected, 1e-5);
    EXPECT_EQ(unit.squared_change(), 0.0);
    // A second step, at a rate, starts from the same parameters and makes the loss smaller.
    EXPECT_NEAR(unit.Step(sample.x, sample.next.data(), sample.weight.data(), 1e-3, {}), expected, 1e-5);
    EXPECT_GT(unit.squared_change(), 0.0);
    EXPECT_LT(Plain(unit, design).Loss(sample), expected);
  }
}

TEST(StatisticalUnit, TheGradientIsTheSlopeWithMemoriesHeld) {
  const Sample sample;
  for (const bool economy : {false, true}) {
    const UnitDesign design = {.variables = 3, .scales = {0.0, 0.3, 0.9}, .economy = economy};
    StatisticalUnit unit(design, 4, 0, kRows);
    Plain plain(unit, design);
    unit.Step(sample.x, sample.next.data(), sample.weight.data(), 0.0, {});
    for (const Tensor& tensor : unit.layout().tensors()) {
      for (size_t r = 0; r < tensor.rows; ++r) {
        for (size_t c = 0; c < tensor.cols; ++c) {
          const size_t at = tensor.Index(r, c);
          EXPECT_NEAR(unit.gradient()[at], plain.Slope(sample, at), 1e-5) << tensor.name << " " << r << " " << c;
        }
      }
    }
  }
}

TEST(StatisticalUnit, ShrinkageSparesFeedbackAndEndsAtZero) {
  const Sample sample;
  const UnitDesign design = {.variables = 3, .scales = {0.0, 0.9}, .economy = true};
  StatisticalUnit unit(design, 4, 0, kRows);
  const float feedback = unit.values()[unit.layout()[5].Index(2, 3)];
  unit.Forbid(1);
  unit.Step(sample.x, sample.next.data(), sample.weight.data(), 0.0, {.all = 10.0, .inputs = 1e-3, .outputs = 10.0});
  EXPECT_EQ(unit.values()[unit.layout()[5].Index(2, 3)], feedback);
  EXPECT_EQ(unit.values()[unit.layout()[7].Index(2, 3)], 0.0f);
  EXPECT_EQ(unit.values()[unit.layout()[9].Index(0, 3)], 0.0f);
  EXPECT_GT(unit.InputNorm(0), 0.0);
  EXPECT_EQ(unit.InputNorm(1), 0.0);
}

}  // namespace
}  // namespace mask2cause
