// What a forecast says of one value: a mixture of equally likely distributions, one for each network of an ensemble.
#pragma once

#include <vector>

#include "core/rng.h"

namespace mask2cause {

enum class Family { kGaussian, kStudentT, kLaplace };

struct Component {
  Family family = Family::kGaussian;
  double mean = 0.0;
  double scale = 1.0;  // sd, t scale, or Laplace width
  double dof = 0.0;    // Student-t: above 2

  double Variance() const;
  double Cdf(double x) const;
  double Quantile(double p) const;
  double Draw(Rng& random) const;
};

class Mixture {
 public:
  void Add(const Component& component) { components_.push_back(component); }

  double Mean() const;
  double Sd() const;  // of each distribution, and of their means
  double Cdf(double x) const;
  double Quantile(double p) const;
  // Continuous ranked probability score: the integral of (Cdf(x) - [x >= value])^2. In the units of the value; of a
  // distribution without spread it is the absolute error.
  double Crps(double value) const;

 private:
  std::vector<Component> components_;
};

}  // namespace mask2cause
