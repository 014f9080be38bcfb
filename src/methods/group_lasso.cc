#include "methods/group_lasso.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace mask2cause {
namespace {

using Index = Eigen::Index;

constexpr double kNewtonTolerance = 1e-14;
constexpr size_t kMostNewtonSteps = 100;
constexpr size_t kMostSweeps = 10000;

}  // namespace

GroupLasso::GroupLasso(const Eigen::MatrixXd& gram, const Eigen::VectorXd& cross, size_t group_size)
    : gram_(gram),
      size_(static_cast<Index>(group_size)),
      coefficients_(Eigen::VectorXd::Zero(cross.size())),
      gradient_(cross) {
  for (Index first = 0; first < cross.size(); first += size_) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram.block(first, first, size_, size_));
    blocks_.push_back({solver.eigenvectors(), solver.eigenvalues().cwiseMax(0.0)});
  }
}

bool GroupLasso::IsZero(size_t group) const {
  return coefficients_.segment(static_cast<Index>(group) * size_, size_).isZero(0.0);
}

double GroupLasso::Pull(size_t group) const {
  return gradient_.segment(static_cast<Index>(group) * size_, size_).norm();
}

double GroupLasso::StrongestPull() const {
  double strongest = 0.0;
  for (size_t group = 0; group < groups(); ++group) strongest = std::max(strongest, Pull(group));
  return strongest;
}

// The group's best coefficients while the others stay: (G + penalty / r) b = pull, where r is the norm of b, found by
// Newton's method as the root of a function that is convex and falls.
Eigen::VectorXd GroupLasso::MinimumOf(size_t group, const Eigen::VectorXd& pull, double penalty) const {
  const Block& block = blocks_[group];
  const double norm = pull.norm();
  if (norm <= penalty || !(block.curvatures.maxCoeff() > 0.0)) return Eigen::VectorXd::Zero(size_);
  const Eigen::ArrayXd along = block.axes.transpose() * pull, curvatures = block.curvatures;
  double r = (norm - penalty) / curvatures.maxCoeff();  // not above the root
  for (size_t step = 0; step < kMostNewtonSteps; ++step) {
    const Eigen::ArrayXd shares = along / (curvatures * r + penalty);
    const double excess = shares.square().sum() - 1.0;
    const double slope = -2.0 * (shares.square() * curvatures / (curvatures * r + penalty)).sum();
    if (!(excess > 0.0) || !(slope < 0.0)) break;
    const double next = r - excess / slope;
    if (!(next > r * (1.0 + kNewtonTolerance))) break;
    r = next;
  }
  return block.axes * (along * r / (curvatures * r + penalty)).matrix();
}

bool GroupLasso::UpdateGroup(size_t group, double penalty, double tolerance) {
  const Index first = static_cast<Index>(group) * size_;
  const Eigen::VectorXd before = coefficients_.segment(first, size_);
  const Eigen::VectorXd own = gradient_.segment(first, size_);
  const double norm = before.norm();
  const double unrest = norm > 0.0 ? (own - penalty / norm * before).norm() : own.norm() - penalty;
  if (unrest <= tolerance * penalty) return false;
  const Eigen::VectorXd after = MinimumOf(group, own + gram_.block(first, first, size_, size_) * before, penalty);
  coefficients_.segment(first, size_) = after;
  gradient_.noalias() -= gram_.middleCols(first, size_) * (after - before);
  return true;
}

// All groups once, then those that are not 0 until they rest; over again until none of the others wants to move.
void GroupLasso::Solve(double penalty, double tolerance) {
  std::vector<size_t> active;
  for (size_t sweep = 0; sweep < kMostSweeps; ++sweep) {
    const bool all = active.empty();
    bool moved = false;
    if (all) {
      for (size_t group = 0; group < groups(); ++group) {
        moved |= UpdateGroup(group, penalty, tolerance);
        if (!IsZero(group)) active.push_back(group);
      }
      if (!moved) return;
    } else {
      for (const size_t group : active) moved |= UpdateGroup(group, penalty, tolerance);
      if (!moved) active.clear();
    }
  }
}

}  // namespace mask2cause
