#include "forecast/arma_filter.h"

#include <Eigen/LU>
#include <algorithm>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// P = T P T' + Q, as a linear system in the entries of P, column by column.
MatrixXd SolveLyapunov(const MatrixXd& transition, const MatrixXd& noise) {
  const Index r = transition.rows();
  MatrixXd system = MatrixXd::Identity(r * r, r * r);
  for (Index i = 0; i < r; ++i) {
    for (Index j = 0; j < r; ++j) system.block(i * r, j * r, r, r) -= transition(i, j) * transition;
  }
  const VectorXd entries = system.fullPivLu().solve(noise.reshaped());
  return entries.reshaped(r, r);
}

}  // namespace

ArmaFilter::ArmaFilter(const ArmaParameters& parameters) {
  const Index p = parameters.ar.size(), q = parameters.ma.size(), r = std::max(p, q + 1);
  transition_ = MatrixXd::Zero(r, r);
  transition_.col(0).head(p) = parameters.ar;
  transition_.topRightCorner(r - 1, r - 1).setIdentity();
  VectorXd entry = VectorXd::Zero(r);
  entry[0] = 1.0;
  entry.segment(1, q) = parameters.ma;
  noise_ = entry * entry.transpose();
  stationary_ = SolveLyapunov(transition_, noise_);
  valid_ = stationary_.allFinite() && stationary_(0, 0) > 0.0;
}

MatrixXd ArmaFilter::Predict(const MatrixXd& columns, const std::vector<bool>& observed,
                             const std::vector<size_t>& run_rows, VectorXd& variances) const {
  const MatrixXd values = columns.transpose();  // (k, rows): a time step is contiguous
  MatrixXd predicted(values.rows(), values.cols());
  variances.resize(columns.rows());
  MatrixXd states, covariance;  // (k, r) and (r, r), of the next time step by those before it
  Index at = 0;
  for (const size_t rows : run_rows) {
    states = MatrixXd::Zero(values.rows(), transition_.rows());
    covariance = stationary_;
    for (size_t i = 0; i < rows; ++i, ++at) {
      predicted.col(at) = states.col(0);
      const double variance = variances[at] = covariance(0, 0);
      if (observed[static_cast<size_t>(at)]) {
        const VectorXd gain = covariance.col(0) / variance;
        states += (values.col(at) - states.col(0)).eval() * gain.transpose();
        covariance -= gain * covariance.row(0).eval();
      }
      states = (states * transition_.transpose()).eval();
      covariance = (transition_ * covariance * transition_.transpose() + noise_).eval();
    }
  }
  return predicted.transpose();
}

}  // namespace mask2cause
