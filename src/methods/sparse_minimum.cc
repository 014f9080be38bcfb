#include "methods/sparse_minimum.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr size_t kRemembered = 10;  // steps that the curvature is read off
constexpr size_t kMostIterations = 5000;
constexpr size_t kMostHalvings = 60;
constexpr size_t kWatched = 20;           // steps, and
constexpr double kLeastProgress = 1e-10;  // what they must gain together, as a part of the value
constexpr double kSufficient = 1e-4;      // of the decrease that the slope promises

double Sign(double x) {
  return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

struct Step {
  VectorXd move, bend;  // of the point, and of the gradient
  double inverse;       // of their product
};

class Minimiser {
 public:
  Minimiser(const SmoothFunction& f, const VectorXd& weights, VectorXd start)
      : f_(f), weights_(weights), x_(std::move(start)), gradient_(x_.size()) {
    value_ = Total(x_, gradient_);
  }

  VectorXd Run(double tolerance) {
    double watched = std::numeric_limits<double>::infinity();  // the value some steps ago
    for (size_t iteration = 0; iteration < kMostIterations; ++iteration) {
      const VectorXd slope = Slope();
      const double scale = std::max(1.0, std::abs(value_));
      if (slope.cwiseAbs().maxCoeff() <= tolerance * scale) break;
      if (!Advance(slope)) {
        if (steps_.empty()) break;  // not even straight down
        steps_.clear();
        continue;
      }
      if ((iteration + 1) % kWatched != 0) continue;
      if (watched - value_ <= kLeastProgress * scale) break;
      watched = value_;
    }
    return std::move(x_);
  }

 private:
  double Total(const VectorXd& x, VectorXd& gradient) const { return f_(x, gradient) + weights_.dot(x.cwiseAbs()); }

  // The gradient with the absolute values in it; at 0, where they have a kink, the side that goes down, if one does.
  VectorXd Slope() const {
    VectorXd slope(x_.size());
    for (Index i = 0; i < x_.size(); ++i) {
      const double g = gradient_[i], w = weights_[i];
      slope[i] = x_[i] != 0.0 ? g + w * Sign(x_[i]) : g + w < 0.0 ? g + w : g - w > 0.0 ? g - w : 0.0;
    }
    return slope;
  }

  // The quasi-Newton direction by the two-loop recursion; coordinates that would go uphill stay.
  VectorXd Direction(const VectorXd& slope) const {
    VectorXd d = -slope;
    std::vector<double> shares;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      shares.push_back(step->inverse * step->move.dot(d));
      d -= shares.back() * step->bend;
    }
    if (!steps_.empty()) d /= steps_.back().inverse * steps_.back().bend.squaredNorm();
    for (const Step& step : steps_) {
      d += (shares.back() - step.inverse * step.bend.dot(d)) * step.move;
      shares.pop_back();
    }
    for (Index i = 0; i < d.size(); ++i) d[i] = d[i] * slope[i] < 0.0 ? d[i] : 0.0;
    return d;
  }

  // One step down; false when none is found.
  bool Advance(const VectorXd& slope) {
    const VectorXd direction = Direction(slope);
    double length = steps_.empty() ? std::min(1.0, 1.0 / slope.lpNorm<1>()) : 1.0;
    VectorXd gradient(x_.size());
    for (size_t halving = 0; halving < kMostHalvings; ++halving, length *= 0.5) {
      VectorXd x = x_ + length * direction;
      for (Index i = 0; i < x.size(); ++i) {
        const double side = x_[i] != 0.0 ? Sign(x_[i]) : -Sign(slope[i]);
        if (Sign(x[i]) != side) x[i] = 0.0;
      }
      const double value = Total(x, gradient);
      if (!(value <= value_ + kSufficient * slope.dot(x - x_))) continue;
      Remember(x - x_, gradient - gradient_);
      x_ = std::move(x);
      gradient_ = gradient;
      value_ = value;
      return true;
    }
    return false;
  }

  void Remember(VectorXd move, VectorXd bend) {
    const double product = move.dot(bend);
    if (!(product > 1e-12 * bend.squaredNorm())) return;  // no curvature to learn from
    steps_.push_back({std::move(move), std::move(bend), 1.0 / product});
    if (steps_.size() > kRemembered) steps_.pop_front();
  }

  const SmoothFunction& f_;
  const VectorXd& weights_;
  VectorXd x_, gradient_;
  double value_;
  std::deque<Step> steps_;
};

}  // namespace

VectorXd MinimiseSparse(const SmoothFunction& f, const VectorXd& weights, VectorXd start, double tolerance) {
  return Minimiser(f, weights, std::move(start)).Run(tolerance);
}

}  // namespace mask2cause
