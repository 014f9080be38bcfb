// The minimum of a smooth function of a few unknowns: BFGS with gradients by central differences.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace mask2cause {

struct Minimum {
  Eigen::VectorXd at;
  double value = 0.0;
  bool converged = false;  // the gradient is next to nothing
  size_t iterations = 0;
};

// `f` may return infinity where it is not defined, but not at `start`.
Minimum Minimize(const std::function<double(const Eigen::VectorXd&)>& f, const Eigen::VectorXd& start);

}  // namespace mask2cause
