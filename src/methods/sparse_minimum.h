// The minimum of a smooth function plus weighted absolute values, by a quasi-Newton method that stays in one orthant at
// a time (OWL-QN, Andrew and Gao 2007): coordinates become exactly 0.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace mask2cause {

// Value at x, and the gradient there. May throw, to cancel.
using SmoothFunction = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& gradient)>;

// f(x) + sum of weights[i] |x[i]|, from `start` downhill until the slope is below `tolerance`, relative to the value,
// or steps do not get anywhere any more. Points where f is not finite are never accepted, `start` must not be one.
Eigen::VectorXd MinimiseSparse(const SmoothFunction& f, const Eigen::VectorXd& weights, Eigen::VectorXd start,
                               double tolerance = 1e-9);

}  // namespace mask2cause
