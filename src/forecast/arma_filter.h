// The Kalman filter of an ARMA(p, q) process with innovations of variance 1, started from its stationary distribution:
//   u_t = phi_1 u_{t-1} + ... + e_t + theta_1 e_{t-1} + ...
// The filter is linear and its gains do not depend on what it is fed, so one pass whitens a target and all its inputs.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace mask2cause {

struct ArmaParameters {
  Eigen::VectorXd ar, ma;  // phi (p), theta (q)
};

class ArmaFilter {
 public:
  explicit ArmaFilter(const ArmaParameters& parameters);

  // Whether the process has a stationary distribution that the numbers can hold.
  bool valid() const { return valid_; }

  // For each row of `columns` (rows, k) what comes next in each column by the rows before it in its run. Rows that are
  // not observed are passed over: nothing is learned from them. `variances` (rows) are those of what comes.
  Eigen::MatrixXd Predict(const Eigen::MatrixXd& columns, const std::vector<bool>& observed,
                          const std::vector<size_t>& run_rows, Eigen::VectorXd& variances) const;

 private:
  Eigen::MatrixXd transition_;  // (r, r), r = max(p, q + 1)
  Eigen::MatrixXd noise_;       // (r, r)
  Eigen::MatrixXd stationary_;  // (r, r)
  bool valid_ = false;
};

}  // namespace mask2cause
