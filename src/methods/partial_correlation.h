// Partial correlations of a target with lagged inputs, from sums of products alone: no test goes through the rows
// again.
#pragma once

#include <cstddef>
#include <vector>

#include "methods/lagged_moments.h"

namespace mask2cause {

class PartialCorrelations {
 public:
  // Of the target at place `target` of the moments; `inputs` are over the rows at which it is observed. Keeps the
  // references.
  PartialCorrelations(const InputMoments& inputs, const LaggedMoments& moments, size_t target);

  struct Test {
    double value = 0.0, p = 0.0;  // p is NaN without degrees of freedom
  };
  // Of the target with one input column, given others.
  Test Run(size_t input, const std::vector<size_t>& given) const;

 private:
  double Covariance(size_t a, size_t b) const;  // of inputs, or of the target where one is p

  const InputMoments& inputs_;
  const LaggedMoments& moments_;
  const Eigen::Index target_;
  const double rows_;
};

}  // namespace mask2cause
