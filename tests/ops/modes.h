// What is checked of a declared op. Each check returns the first thing that is wrong, or nothing.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "ops/op.h"

namespace mask2cause::testing {

constexpr uint64_t kOpSeed = 20;
constexpr double kUnitRoundoff = 0x1p-24;

// Elements of one operand, against the twin's.
inline std::string ElementMismatch(const Op& op, size_t i, Operands<float>& actual, Operands<double>& expected,
                                   Operands<double>& magnitude) {
  const OperandSpec& spec = op.operands[i];
  for (size_t r = 0; r < spec.rows; ++r) {
    for (size_t c = 0; c < spec.cols; ++c) {
      const double got = static_cast<double>(actual.at(i, r, c)), want = expected.at(i, r, c);
      // What is below the smallest normal number may be lost altogether.
      const double tolerance = op.roundings * kUnitRoundoff * magnitude.at(i, r, c) + 0x1p-126;
      if (std::abs(got - want) <= tolerance) continue;
      return fmt::format("{}: {}({}, {}) is {}, the twin has {} +- {}", op.name, spec.name, r, c, got, want, tolerance);
    }
  }
  return "";
}

// Everything an operand's memory holds besides its elements: guards, gaps between rows, padding.
inline std::string SurroundingMismatch(const Op& op, size_t i, Operands<float>& actual, Operands<float>& before) {
  const OperandSpec& spec = op.operands[i];
  std::vector<char> may_change(actual.memory(i).size(), 0);
  for (size_t r = 0; r < spec.rows; ++r) {
    for (size_t c = 0; c < spec.reachable(); ++c) {
      may_change[actual.first(i) + spec.Index(r, c)] = spec.role != Role::kInput;
      if (c < spec.cols || spec.padding == Padding::kScratch) continue;
      if (actual.at(i, r, c) == 0.0f) continue;
      return fmt::format("{}: padding ({}, {}) of {} became {}", op.name, r, c, spec.name, actual.at(i, r, c));
    }
  }
  for (size_t at = 0; at < may_change.size(); ++at) {
    // Both copies lie at the same alignment but maybe at other distances from the start of their memory.
    const size_t was = at + before.first(i) - actual.first(i);
    if (may_change[at] || was >= may_change.size()) continue;
    if (std::bit_cast<uint32_t>(actual.memory(i)[at]) == std::bit_cast<uint32_t>(before.memory(i)[was])) continue;
    return fmt::format("{}: {} was written {} floats from its start", op.name, spec.name,
                       static_cast<long>(at) - static_cast<long>(actual.first(i)));
  }
  return "";
}

// The kernel of the selected instruction set gives the twin's results, writes nothing but them, keeps padding zero.
inline std::string KernelMismatch(const Op& op) {
  Operands<float> before(op.operands, kOpSeed);
  Operands<float> actual = Operands<float>::From(before);
  Operands<double> expected = Operands<double>::From(before), magnitude = Operands<double>::From(before);
  if (op.prepare) op.prepare(actual);
  op.kernel(actual);
  op.twin(expected);
  if (op.magnitude) {
    op.magnitude(magnitude);
  } else {
    magnitude.MakeAbsolute();
    op.twin(magnitude);
  }
  for (size_t i = 0; i < op.operands.size(); ++i) {
    std::string wrong = SurroundingMismatch(op, i, actual, before);
    const Role role = op.operands[i].role;
    if (wrong.empty() && (role == Role::kOutput || role == Role::kUpdated)) {
      wrong = ElementMismatch(op, i, actual, expected, magnitude);
    }
    if (!wrong.empty()) return wrong;
  }
  return "";
}

// The derivative of sum(weight x output) of the forward op, element by element.
class Differences {
 public:
  // The gradients that `backward` is given become the weights.
  Differences(const Op& forward, Operands<double>& backward) : forward_(forward), start_(forward.operands, kOpSeed) {
    for (size_t i = 0; i < forward.operands.size(); ++i) {
      const OperandSpec& spec = forward.operands[i];
      weights_.emplace_back();
      if (spec.role == Role::kInput || !backward.Has("d" + spec.name)) continue;
      backward.ForEach(backward.IndexOf("d" + spec.name), [&](double& w) { weights_.back().push_back(w); });
    }
  }

  double At(size_t operand, size_t r, size_t c) const {
    const double step = 1e-5;
    return (Loss(operand, r, c, step) - Loss(operand, r, c, -step)) / (2.0 * step);
  }

 private:
  double Loss(size_t operand, size_t r, size_t c, double change) const {
    Operands<double> values = Operands<double>::From(start_);
    values.at(operand, r, c) += change;
    forward_.twin(values);
    double loss = 0.0;
    for (size_t i = 0; i < weights_.size(); ++i) {
      if (weights_[i].empty()) continue;
      size_t k = 0;
      values.ForEach(i, [&](double& x) { loss += weights_[i][k++] * x; });
    }
    return loss;
  }

  const Op& forward_;
  Operands<double> start_;
  std::vector<std::vector<double>> weights_;  // of each operand of the forward op; empty: no output
};

// Gives the backward op what the forward op read and left behind; gradients that are added to start at zero.
inline void FillBackward(const GradientPair& pair, Operands<double>& backward) {
  Operands<double> start(pair.forward.operands, kOpSeed), after(pair.forward.operands, kOpSeed);
  pair.forward.twin(after);
  for (size_t i = 0; i < pair.backward.operands.size(); ++i) {
    const OperandSpec& spec = pair.backward.operands[i];
    if (start.Has(spec.name)) {
      const size_t from = start.IndexOf(spec.name);
      Operands<double>& source = start.specs()[from].role == Role::kOutput ? after : start;
      for (size_t r = 0; r < spec.rows; ++r) {
        for (size_t c = 0; c < spec.cols; ++c) backward.at(i, r, c) = source.at(from, r, c);
      }
    } else if (spec.name[0] == 'd' && start.Has(spec.name.substr(1))) {
      const Role role = start.specs()[start.IndexOf(spec.name.substr(1))].role;
      if (role == Role::kInput) backward.ForEach(i, [](double& x) { x = 0.0; });
    }
  }
}

// The twin's backward pass is the derivative of the twin's forward pass, by central differences in double.
inline std::string GradientMismatch(const GradientPair& pair) {
  Operands<double> backward(pair.backward.operands, kOpSeed + 1);
  FillBackward(pair, backward);
  const Differences differences(pair.forward, backward);
  pair.backward.twin(backward);
  size_t compared = 0;
  for (size_t i = 0; i < pair.forward.operands.size(); ++i) {
    const OperandSpec& spec = pair.forward.operands[i];
    if (spec.role == Role::kOutput || spec.role == Role::kScratch || !backward.Has("d" + spec.name)) continue;
    const size_t gradient = backward.IndexOf("d" + spec.name);
    for (size_t r = 0; r < spec.rows; ++r) {
      for (size_t c = 0; c < spec.cols; ++c, ++compared) {
        const double got = backward.at(gradient, r, c), want = differences.At(i, r, c);
        if (std::abs(got - want) <= 1e-7 * std::max(1.0, std::abs(want))) continue;
        return fmt::format("{}: d{}({}, {}) is {}, differences give {}", pair.forward.name, spec.name, r, c, got, want);
      }
    }
  }
  return compared > 0 ? "" : pair.forward.name + ": no gradient was compared";
}

}  // namespace mask2cause::testing
