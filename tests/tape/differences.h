// Networks on a tape against finite differences.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "tape/operations.h"

namespace mask2cause::testing {

// Lays out a network from the tensors of a layout, given in order, and returns its output.
using Build = std::function<Node*(Tape&, const std::vector<Node*>&)>;

struct Shape {
  size_t rows, cols;
};

// A network whose inputs are all parameters, with a random weighted squared error as its loss.
class Probe {
 public:
  Probe(const std::vector<Shape>& shapes, const Build& build, uint64_t seed = 3)
      : Probe(MakeLayout(shapes), build, seed) {}
  Probe(const ParameterLayout& layout, const Build& build, uint64_t seed = 3) : layout_(layout) {
    values_ = AlignedFloats(layout_.size());
    FillParameters(layout_, seed, 0, 0.0, values_.data());
    tape_ = std::make_unique<Tape>(layout_, values_.data());
    for (size_t t = 0; t < layout_.tensors().size(); ++t) nodes_.push_back(tape_->Parameter(t));
    output_ = build(*tape_, nodes_);
    Node *const target = tape_->Input(output_->rows(), output_->cols()), *const weight = tape_->Input(output_->rows(),
                                                                                                      output_->cols());
    Rng rng(seed, 99);
    for (size_t r = 0; r < output_->rows(); ++r) {
      for (size_t c = 0; c < output_->cols(); ++c) {
        target->value.row(r)[c] = static_cast<float>(rng.Normal());
        weight->value.row(r)[c] = static_cast<float>(rng.Uniform(0.1, 1.0));
      }
    }
    SquaredError(*tape_, output_, target, weight);
  }

  double Loss() { return tape_->Forward(); }
  const Node& output() { return tape_->Forward(), *output_; }
  const Node& input(size_t tensor) const { return *nodes_[tensor]; }

  // The first element whose gradient is not the slope of the loss, in words; empty when all are.
  std::string Mismatch() {
    tape_->Forward();
    tape_->Backward();
    tape_->Backward();  // a second pass must not add to the first
    const std::vector<float> gradient(tape_->gradient(), tape_->gradient() + layout_.size());
    for (const Tensor& tensor : layout_.tensors()) {
      for (size_t r = 0; r < tensor.rows; ++r) {
        for (size_t c = 0; c < tensor.cols; ++c) {
          const double got = static_cast<double>(gradient[tensor.Index(r, c)]), want = Slope(tensor.Index(r, c));
          if (std::abs(got - want) <= 4e-3 * std::max(1.0, std::abs(want))) continue;
          return fmt::format("gradient of {} ({}, {}) is {}, differences give {}", tensor.name, r, c, got, want);
        }
      }
    }
    return "";
  }

 private:
  static ParameterLayout MakeLayout(const std::vector<Shape>& shapes) {
    ParameterLayout layout;
    for (const Shape& shape : shapes) {
      layout.Add({.name = fmt::format("t{}", layout.tensors().size()),
                  .rows = shape.rows,
                  .cols = shape.cols,
                  .start = Start::kNormal});
    }
    return layout;
  }

  double Slope(size_t at) {
    constexpr float kStep = 0x1p-8f;
    const float before = values_[at];
    values_[at] = before + kStep;
    const double above = tape_->Forward();
    values_[at] = before - kStep;
    const double below = tape_->Forward();
    values_[at] = before;
    return (above - below) / (2.0 * static_cast<double>(kStep));
  }

  ParameterLayout layout_;
  AlignedFloats values_;
  std::unique_ptr<Tape> tape_;
  std::vector<Node*> nodes_;
  Node* output_ = nullptr;
};

}  // namespace mask2cause::testing
