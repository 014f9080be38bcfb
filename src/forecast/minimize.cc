#include "forecast/minimize.h"

#include <cmath>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Function = std::function<double(const VectorXd&)>;

constexpr size_t kMostIterations = 200, kMostHalvings = 30;
constexpr double kFlat = 1e-6;        // the largest slope of a minimum
constexpr double kDifference = 1e-5;  // a third of the digits: where rounding and curvature spoil a slope least
constexpr double kDescent = 1e-4;     // share of the promised descent that a step must bring

VectorXd Slope(const Function& f, const VectorXd& at) {
  VectorXd slope(at.size());
  for (Index i = 0; i < at.size(); ++i) {
    VectorXd above = at, below = at;
    above[i] += kDifference;
    below[i] -= kDifference;
    slope[i] = (f(above) - f(below)) / (2.0 * kDifference);
  }
  return slope;
}

// The inverse of the curvature, bettered by what a step has shown of it.
void Learn(const VectorXd& step, const VectorXd& change, MatrixXd& inverse) {
  const double product = step.dot(change);
  if (!(product > 1e-12 * step.norm() * change.norm())) return;
  const MatrixXd identity = MatrixXd::Identity(step.size(), step.size());
  const MatrixXd left = identity - step * change.transpose() / product;
  inverse = (left * inverse * left.transpose() + step * step.transpose() / product).eval();
}

}  // namespace

Minimum Minimize(const Function& f, const VectorXd& start) {
  Minimum best{start, f(start), start.size() == 0, 0};
  VectorXd slope = Slope(f, start);
  MatrixXd inverse = MatrixXd::Identity(start.size(), start.size());
  for (; !best.converged && best.iterations < kMostIterations; ++best.iterations) {
    if (!slope.allFinite()) break;
    best.converged = slope.lpNorm<Eigen::Infinity>() < kFlat;
    if (best.converged) break;
    VectorXd direction = -inverse * slope;
    if (!(direction.dot(slope) < 0.0)) direction = -slope;
    const double longest = 2.0 / std::max(2.0, direction.norm());  // the unknowns are of about unit size
    double length = longest;
    VectorXd next;
    double value = 0.0;
    for (size_t halving = 0; halving < kMostHalvings; ++halving, length /= 2.0) {
      next = best.at + length * direction;
      value = f(next);
      if (value <= best.value + kDescent * length * direction.dot(slope)) break;
    }
    if (!(value < best.value)) break;  // as low as rounding lets it
    const VectorXd next_slope = Slope(f, next);
    Learn(next - best.at, next_slope - slope, inverse);
    best.at = next;
    best.value = value;
    slope = next_slope;
  }
  // Where rounding ends the descent a little early, a slope within the noise of the differences is flat.
  best.converged = best.converged || (slope.allFinite() && slope.lpNorm<Eigen::Infinity>() < 100.0 * kFlat);
  return best;
}

}  // namespace mask2cause
