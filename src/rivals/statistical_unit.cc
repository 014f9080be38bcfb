#include "rivals/statistical_unit.h"

#include <algorithm>
#include <cmath>

#include "core/rng.h"
#include "kernels/reference/pointwise.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kStreams = 16;       // of random numbers, for each target
constexpr size_t kSketchStream = 15;  // the tensors have those before
constexpr size_t kStride = PaddedColumns(kUnitWidth);

ParameterLayout MakeLayout(const UnitDesign& design) {
  ParameterLayout layout;
  const auto add = [&layout](const char* name, size_t in, size_t out) {
    layout.Add({.name = name, .rows = in, .cols = out, .start = Start::kUniform, .fan_in = in});
    layout.Add({.name = name, .rows = 1, .cols = out, .start = Start::kUniform, .fan_in = in});
  };
  const size_t w = kUnitWidth;
  add("feedback1", design.economy ? w : design.averages(), w);
  if (design.economy) add("feedback2", w, w);
  const size_t inputs = design.variables + w;
  layout.Add({.name = "input", .rows = design.variables, .cols = w, .start = Start::kUniform, .fan_in = inputs});
  layout.Add({.name = "back", .rows = w, .cols = w, .start = Start::kUniform, .fan_in = inputs});
  layout.Add({.name = "features", .rows = 1, .cols = w, .start = Start::kUniform, .fan_in = inputs});
  add("out", design.averages(), w);
  layout.Add({.name = "head", .rows = 1, .cols = w, .start = Start::kUniform, .fan_in = w});
  layout.Add({.name = "head.bias", .rows = 1, .cols = 1, .start = Start::kUniform, .fan_in = w});
  return layout;
}

// y = ELU(x w + b), a row at a time.
void EluLayer(const float* x, size_t in, const float* w, const float* b, float* y) {
  for (size_t c = 0; c < kUnitWidth; ++c) y[c] = b[c];
  for (size_t k = 0; k < in; ++k) {
    for (size_t c = 0; c < kUnitWidth; ++c) y[c] += x[k] * w[k * kStride + c];
  }
  reference::PointwiseForward(Pointwise::kElu, kUnitWidth, y, y);
}

float SoftThreshold(float x, float step) {
  return std::copysign(std::max(std::abs(x) - step, 0.0f), x);
}

// Shrinks the vector of these elements by `step`.
void ShrinkVector(const std::vector<float*>& elements, double step) {
  double square = 0.0;
  for (const float* x : elements) square += static_cast<double>(*x) * static_cast<double>(*x);
  const double norm = std::sqrt(square);
  const auto factor = static_cast<float>(norm > step ? 1.0 - step / norm : 0.0);
  for (float* x : elements) *x *= factor;
}

}  // namespace

StatisticalUnit::StatisticalUnit(const UnitDesign& design, uint64_t seed, size_t target, size_t block)
    : design_(design),
      layout_(MakeLayout(design)),
      parameters_(layout_.size()),
      before_(layout_.size()),
      tape_(layout_, parameters_.values.data()),
      forbidden_(design.variables, 0) {
  size_t next = 0;
  for (size_t* tensor : {&feedback1_w_, &feedback1_b_}) *tensor = next++;
  if (design.economy) {
    for (size_t* tensor : {&feedback2_w_, &feedback2_b_}) *tensor = next++;
  }
  for (size_t* tensor : {&input_w_, &back_w_, &features_b_, &out_w_, &out_b_, &head_w_, &head_b_}) *tensor = next++;
  FillParameters(layout_, seed, target * kStreams, 0.0, parameters_.values.data());
  if (design.economy) {
    Rng rng(seed, target * kStreams + kSketchStream);
    sketch_.resize(kUnitWidth * design.averages());
    for (float& x : sketch_) x = static_cast<float>(rng.Normal() / std::sqrt(static_cast<double>(kUnitWidth)));
  }
  LayOut(block);
}

// No gradient goes back in time: what is remembered enters as a number. So the scan over time only fills inputs, and
// all rows of the block are one batch.
void StatisticalUnit::LayOut(size_t block) {
  const size_t averages = design_.averages();
  Tape& t = tape_;
  x_ = t.Input(block, design_.variables);
  remembered_ = t.Input(block, design_.economy ? kUnitWidth : averages);
  faded_ = t.Input(block, averages);
  mix_ = t.Input(kUnitWidth, averages);
  for (size_t s = 0; s < design_.scales.size(); ++s) {
    for (size_t c = 0; c < kUnitWidth; ++c) {
      mix_->value.row(c)[s * kUnitWidth + c] = static_cast<float>(1.0 - design_.scales[s]);
    }
  }
  const auto elu = [&](std::initializer_list<Product> products, size_t bias) {
    return Activate(t, Pointwise::kElu, Affine(t, products, t.Parameter(bias)));
  };
  Node* feedback = elu({{remembered_, t.Parameter(feedback1_w_)}}, feedback1_b_);
  if (design_.economy) feedback = elu({{feedback, t.Parameter(feedback2_w_)}}, feedback2_b_);
  Node* const features = elu({{x_, t.Parameter(input_w_)}, {feedback, t.Parameter(back_w_)}}, features_b_);
  Node* const averaged = Plus(t, faded_, Affine(t, features, mix_, nullptr));
  Node* const out = elu({{averaged, t.Parameter(out_w_)}}, out_b_);
  Node* const y = Heads(t, out, t.Parameter(head_w_), t.Parameter(head_b_));
  target_ = t.Input(block, 1);
  weight_ = t.Input(block, 1);
  SquaredError(t, y, target_, weight_);
}

// Fills what each row remembers of the rows before it in the block.
void StatisticalUnit::Scan(ConstMatrix x) {
  const size_t averages = design_.averages();
  std::vector<float> u(averages, 0.0f), joint(design_.variables + kUnitWidth);
  float first[kUnitWidth], second[kUnitWidth], features[kUnitWidth], sketched[kUnitWidth];
  for (size_t r = 0; r < x.rows; ++r) {
    const float* seen = u.data();
    if (design_.economy) {
      for (size_t c = 0; c < kUnitWidth; ++c) {
        sketched[c] = 0.0f;
        for (size_t k = 0; k < averages; ++k) sketched[c] += sketch_[c * averages + k] * u[k];
      }
      seen = sketched;
    }
    std::copy_n(seen, remembered_->cols(), remembered_->value.row(r));
    EluLayer(seen, remembered_->cols(), Values(feedback1_w_), Values(feedback1_b_), first);
    if (design_.economy) EluLayer(first, kUnitWidth, Values(feedback2_w_), Values(feedback2_b_), second);
    const float* const feedback = design_.economy ? second : first;
    for (size_t c = 0; c < kUnitWidth; ++c) features[c] = Values(features_b_)[c];
    for (size_t k = 0; k < design_.variables; ++k) {
      for (size_t c = 0; c < kUnitWidth; ++c) features[c] += x.row(r)[k] * Values(input_w_)[k * kStride + c];
    }
    for (size_t k = 0; k < kUnitWidth; ++k) {
      for (size_t c = 0; c < kUnitWidth; ++c) features[c] += feedback[k] * Values(back_w_)[k * kStride + c];
    }
    reference::PointwiseForward(Pointwise::kElu, kUnitWidth, features, features);
    for (size_t s = 0; s < design_.scales.size(); ++s) {
      const auto fade = static_cast<float>(design_.scales[s]);
      for (size_t c = 0; c < kUnitWidth; ++c) {
        const size_t at = s * kUnitWidth + c;
        faded_->value.row(r)[at] = fade * u[at];
        u[at] = fade * u[at] + (1.0f - fade) * features[c];
      }
    }
  }
}

double StatisticalUnit::Step(ConstMatrix x, const float* next, const float* weight, double rate,
                             const UnitShrinkage& shrinkage) {
  for (size_t r = 0; r < x.rows; ++r) std::copy_n(x.row(r), x.cols, x_->value.row(r));
  for (size_t r = 0; r < x_->rows(); ++r) {
    target_->value.row(r)[0] = next[r];
    weight_->value.row(r)[0] = weight[r];
  }
  Scan(x);
  const double loss = tape_.Forward();
  tape_.Backward();
  std::copy(parameters_.values.begin(), parameters_.values.end(), before_.begin());
  const float* const gradients[] = {tape_.gradient()};
  parameters_.Update(gradients, rate);
  Shrink(shrinkage);
  squared_change_ = 0.0;
  for (size_t i = 0; i < before_.size(); ++i) {
    const double change = static_cast<double>(parameters_.values[i]) - static_cast<double>(before_[i]);
    squared_change_ += change * change;
  }
  return loss;
}

void StatisticalUnit::Shrink(const UnitShrinkage& shrinkage) {
  float* const values = parameters_.values.data();
  for (size_t tensor = 0; tensor < layout_.tensors().size(); ++tensor) {
    const bool grouped_out = design_.economy && tensor == out_w_;
    if (tensor == input_w_ || tensor == back_w_ || grouped_out) continue;
    float* const first = values + layout_[tensor].offset;
    const auto step = static_cast<float>(shrinkage.all);
    for (size_t i = 0; i < layout_[tensor].size(); ++i) first[i] = SoftThreshold(first[i], step);
  }
  std::vector<float*> group;
  for (size_t source = 0; source < design_.variables; ++source) {
    group.clear();
    for (size_t c = 0; c < kUnitWidth; ++c) group.push_back(values + layout_[input_w_].Index(source, c));
    ShrinkVector(group, forbidden_[source] != 0 ? HUGE_VAL : shrinkage.inputs);
  }
  for (size_t out = 0; out < kUnitWidth && design_.economy; ++out) {
    for (size_t feature = 0; feature < kUnitWidth; ++feature) {
      group.clear();
      for (size_t s = 0; s < design_.scales.size(); ++s) {
        group.push_back(values + layout_[out_w_].Index(s * kUnitWidth + feature, out));
      }
      ShrinkVector(group, shrinkage.outputs);
    }
  }
}

void StatisticalUnit::Forbid(size_t source) {
  forbidden_[source] = 1;
  for (size_t c = 0; c < kUnitWidth; ++c) parameters_.values[layout_[input_w_].Index(source, c)] = 0.0f;
}

double StatisticalUnit::InputNorm(size_t source) const {
  double square = 0.0;
  for (size_t c = 0; c < kUnitWidth; ++c) {
    const double w = static_cast<double>(parameters_.values[layout_[input_w_].Index(source, c)]);
    square += w * w;
  }
  return std::sqrt(square);
}

}  // namespace mask2cause
