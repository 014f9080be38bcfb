// Least squares with a penalty on the norm of each group of L coefficients (Yuan and Lin 2006): whole groups are
// exactly zero, fewer of them as the penalty falls. Solved on sums of products by block coordinate descent (Qin,
// Scheinberg and Goldfarb 2013), from the largest penalty downwards.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace mask2cause {

// min_b  b'Gb/2 - b'c + penalty * sum over groups |b_g|
class GroupLasso {
 public:
  // G (p, p) symmetric, c (p); groups are runs of `group_size` coefficients. Keeps the references.
  GroupLasso(const Eigen::MatrixXd& gram, const Eigen::VectorXd& cross, size_t group_size);

  // Starts from the last solution, at first from 0. Ends when no group is pulled harder or softer than the penalty
  // holds it, up to so large a part of it; what coefficients of near-copies do beyond that does not count.
  void Solve(double penalty, double tolerance = 1e-7);

  const Eigen::VectorXd& coefficients() const { return coefficients_; }
  bool IsZero(size_t group) const;
  // Norm of the group's part of c - G b: of a group that is 0, the penalty below which it would not stay so if the
  // others did not move.
  double Pull(size_t group) const;
  double StrongestPull() const;  // at b = 0: the smallest penalty at which all groups are 0
  size_t groups() const { return blocks_.size(); }

 private:
  struct Block {
    Eigen::MatrixXd axes;        // eigenvectors of a group's block of G
    Eigen::VectorXd curvatures;  // its eigenvalues
  };

  Eigen::VectorXd MinimumOf(size_t group, const Eigen::VectorXd& pull, double penalty) const;
  bool UpdateGroup(size_t group, double penalty, double tolerance);  // false: it was at rest

  const Eigen::MatrixXd& gram_;
  const Eigen::Index size_;
  std::vector<Block> blocks_;
  Eigen::VectorXd coefficients_;
  Eigen::VectorXd gradient_;  // c - G b
};

}  // namespace mask2cause
