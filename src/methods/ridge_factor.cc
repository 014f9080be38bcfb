#include "methods/ridge_factor.h"

#include <utility>

namespace mask2cause {
namespace {

using Index = Eigen::Index;

// A pivot below this share of its diagonal is rounding error, not information.
constexpr double kDependent = 1e-10;
// Added to each diagonal, as a share of it: the factorisation then gets past a dependent column, whose pivot gives it
// away, instead of stopping there. Far below what any result shows.
constexpr double kJitter = 1e-12;

Eigen::MatrixXd Center(InputMoments& moments, double ridge) {
  Eigen::MatrixXd gram = std::move(moments.products);
  gram.selfadjointView<Eigen::Lower>().rankUpdate(moments.sum, -1.0 / static_cast<double>(moments.rows));
  gram.diagonal() = gram.diagonal() * (1.0 + kJitter) + Eigen::VectorXd::Constant(gram.rows(), ridge);
  return gram;
}

}  // namespace

RidgeFactor::RidgeFactor(InputMoments moments, double ridge, size_t lags)
    : rows_(moments.rows),
      lags_(lags),
      mean_(moments.sum / static_cast<double>(moments.rows)),
      diagonal_(moments.products.diagonal().array() + ridge),
      memory_(Center(moments, ridge)),
      factor_(memory_) {
  Index weakest = 0;
  const double share = (memory_.diagonal().array().square() / diagonal_.array()).minCoeff(&weakest);
  if (factor_.info() != Eigen::Success || !(share > kDependent)) dependent_column_ = weakest;
}

RidgeFactor::SourceBlock RidgeFactor::BlockOf(size_t source) const {
  const Index first = static_cast<Index>(source * lags_), lags = static_cast<Index>(lags_);
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(memory_.rows(), lags);
  columns.middleRows(first, lags).setIdentity();
  factor_.solveInPlace(columns);
  const Eigen::MatrixXd inverse = columns.middleRows(first, lags);
  return {inverse.llt().solve(Eigen::MatrixXd::Identity(lags, lags)), inverse.trace()};
}

RidgeFactor::Solution RidgeFactor::Solve(const Eigen::VectorXd& cross, double target_sum) const {
  Solution solution;
  solution.cross = cross - target_sum * mean_;
  solution.coefficients = factor_.solve(solution.cross);
  solution.intercept = target_sum / static_cast<double>(rows_) - mean_.dot(solution.coefficients);
  return solution;
}

}  // namespace mask2cause
