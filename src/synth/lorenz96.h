// dx_i/dt = (x_{i+1} - x_{i-2}) x_{i-1} - x_i + F, indices modulo N (paper, equation "lorenz").
#pragma once

#include <cstddef>
#include <vector>

namespace mask2cause {

// Classical Runge-Kutta steps that together last one sample of 0.05. A single one diverges at F=40, N=100.
size_t Lorenz96Substeps(double forcing);

class Lorenz96 {
 public:
  Lorenz96(std::vector<double> start, double forcing, size_t substeps);
  void AdvanceOneSample();
  void AdvanceOneSubstep();
  const std::vector<double>& state() const { return state_; }

 private:
  void Slope(const std::vector<double>& x, std::vector<double>& slope) const;

  double forcing_;
  size_t substeps_;
  std::vector<double> state_, probe_;
  std::vector<double> slope_[4];
};

}  // namespace mask2cause
