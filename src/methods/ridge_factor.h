// The factored normal equations of a ridge regression with an unpenalised intercept, shared by all targets that have
// the same rows.
#pragma once

#include <Eigen/Cholesky>
#include <cstddef>
#include <vector>

#include "methods/lagged_moments.h"

namespace mask2cause {

// Where the inputs turned out constant or linearly dependent; only possible without a penalty.
constexpr Eigen::Index kIndependent = -1;

class RidgeFactor {
 public:
  // Takes over the memory of the moments.
  RidgeFactor(InputMoments moments, double ridge, size_t lags);
  RidgeFactor(const RidgeFactor&) = delete;
  RidgeFactor& operator=(const RidgeFactor&) = delete;

  // The input column that is constant or a linear combination of those before it, or kIndependent.
  Eigen::Index dependent_column() const { return dependent_column_; }
  size_t rows() const { return rows_; }

  // (G + ridge I)^-1 restricted to the inputs of one source, then inverted again: with b the coefficients of the
  // source, b' M b is what the penalised sum of squares grows by when the source is left out. No refit is needed.
  struct SourceBlock {
    Eigen::MatrixXd influence;  // M, (L, L)
    double inverse_trace = 0.0;
  };
  SourceBlock BlockOf(size_t source) const;

  // Coefficients (p), the centred cross products they came from, and the intercept.
  struct Solution {
    Eigen::VectorXd coefficients, cross;
    double intercept = 0.0;
  };
  Solution Solve(const Eigen::VectorXd& cross, double target_sum) const;

 private:
  size_t rows_, lags_;
  Eigen::VectorXd mean_;
  Eigen::VectorXd diagonal_;  // before centring: what is left of a constant column is rounding error
  Eigen::MatrixXd memory_;    // the factor is computed in place
  Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor_;  // refers to memory_
  Eigen::Index dependent_column_ = kIndependent;
};

}  // namespace mask2cause
