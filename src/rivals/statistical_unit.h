// The network of SRU and eSRU for one target: averages of the past over several time scales, fed back into what is
// averaged next.
#pragma once

#include <vector>

#include "core/matrix.h"
#include "rivals/adam_block.h"
#include "tape/tape.h"

namespace mask2cause {

constexpr size_t kUnitWidth = 10;  // of features, feedback and output alike, as the authors set it

struct UnitDesign {
  size_t variables = 0;
  std::vector<double> scales;  // 0: only the present; near 1: a long past
  bool economy = false;        // eSRU: feedback from a random sketch of the averages

  size_t averages() const { return scales.size() * kUnitWidth; }
};

// Weights of a penalty and of the learning rate, per step.
struct UnitShrinkage {
  double all = 0.0, inputs = 0.0, outputs = 0.0;
};

class StatisticalUnit {
 public:
  StatisticalUnit(const UnitDesign& design, uint64_t seed, size_t target, size_t block);
  StatisticalUnit(const StatisticalUnit&) = delete;
  StatisticalUnit& operator=(const StatisticalUnit&) = delete;

  // One step on x (at most block, n) and the value that follows each row; next and weight (block) are 0 beyond its end.
  // Weights of the errors sum to one. Returns the loss.
  double Step(ConstMatrix x, const float* next, const float* weight, double rate, const UnitShrinkage& shrinkage);

  // Squared change of all parameters in the last step.
  double squared_change() const { return squared_change_; }
  // Norm of the weights that source j has on the features.
  double InputNorm(size_t source) const;
  // Tensors by name, for tests: (in, out) weights, (1, out) biases after them. The sketch is (width, averages).
  const ParameterLayout& layout() const { return layout_; }
  const float* values() const { return parameters_.values.data(); }
  const std::vector<float>& sketch() const { return sketch_; }
  const float* gradient() const { return tape_.gradient(); }  // of the last step, before its shrinkage
  void Forbid(size_t source);                                 // it is not seen from then on

 private:
  void LayOut(size_t block);
  void Scan(ConstMatrix x);
  void Shrink(const UnitShrinkage& shrinkage);
  const float* Values(size_t tensor) const { return parameters_.values.data() + layout_[tensor].offset; }

  const UnitDesign design_;
  ParameterLayout layout_;
  size_t feedback1_w_, feedback1_b_, input_w_, back_w_, features_b_, out_w_, out_b_, head_w_, head_b_;
  size_t feedback2_w_, feedback2_b_;  // eSRU
  AdamBlock parameters_;
  AlignedFloats before_;
  Tape tape_;
  Node *x_, *remembered_, *faded_, *mix_, *target_, *weight_;
  std::vector<float> sketch_;  // eSRU: (width, averages), fixed
  std::vector<char> forbidden_;
  double squared_change_ = 0.0;
};

}  // namespace mask2cause
