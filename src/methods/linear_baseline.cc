#include "methods/linear_baseline.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRidges[] = {1.0, 10.0, 100.0, 1000.0, 10000.0};
constexpr size_t kMostWindows = 8192;  // more are thinned evenly: enough for a choice
constexpr size_t kAtOnce = 512;

// Products over the windows of a source, inputs centred by the scaler already.
struct Products {
  MatrixXd inputs;   // (p, p), p = n L
  MatrixXd cross;    // (p, n)
  VectorXd squares;  // (n) of the targets
  VectorXd counts;   // (n) of windows that each target stands for; 0: never observed
};

// All targets share the products of the inputs. One that is not always observed stands for all windows with those where
// it is, or its coefficients would come out too small.
void FillUp(double windows, Products& products) {
  for (Index target = 0; target < products.counts.size(); ++target) {
    if (products.counts[target] <= 0.0) continue;
    const double factor = windows / products.counts[target];
    products.cross.col(target) *= factor;
    products.squares[target] *= factor;
    products.counts[target] = windows;
  }
}

Products Collect(const WindowSource& source) {
  const Index n = static_cast<Index>(source.variables()), p = n * static_cast<Index>(source.lags());
  Products products{MatrixXd::Zero(p, p), MatrixXd::Zero(p, n), VectorXd::Zero(n), VectorXd::Zero(n)};
  const size_t used = std::min(source.windows(), kMostWindows);
  WindowSource::Buffer buffer;
  std::vector<uint32_t> chosen;
  for (size_t first = 0; first < used; first += kAtOnce) {
    chosen.clear();
    for (size_t k = first; k < std::min(used, first + kAtOnce); ++k) {
      chosen.push_back(static_cast<uint32_t>(k * source.windows() / used));
    }
    const Batch batch = source.Gather(chosen, buffer);
    const Index count = static_cast<Index>(batch.windows);
    // A window is n consecutive rows of L inputs: as one row it has p columns, variable by variable.
    const MatrixXd x =
        Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(batch.x.row(0), count, p).cast<double>();
    const MatrixXd y =
        Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(batch.target, count, n).cast<double>();
    products.inputs.selfadjointView<Eigen::Lower>().rankUpdate(x.transpose());
    products.cross.noalias() += x.transpose() * y;  // a missing target is 0 and adds nothing
    products.squares += y.colwise().squaredNorm().transpose();
    if (batch.observed == nullptr) {
      products.counts.array() += static_cast<double>(count);
    } else {
      products.counts += Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(batch.observed, count, n)
                             .cast<double>()
                             .colwise()
                             .sum()
                             .transpose();
    }
  }
  products.inputs.triangularView<Eigen::StrictlyUpper>() = products.inputs.transpose();
  FillUp(static_cast<double>(used), products);
  return products;
}

// Sum of squared errors of each target with these coefficients (p, n).
VectorXd SquaredErrors(const Products& products, const MatrixXd& b) {
  const VectorXd fitted =
      (b.array() * (products.inputs * b - 2.0 * products.cross).array()).colwise().sum().transpose();
  return (products.squares + fitted).cwiseMax(1e-12);
}

}  // namespace

LinearBaseline FitLinearBaseline(const WindowSource& train, const WindowSource& held_out) {
  const Products fit = Collect(train), test = Collect(held_out);
  LinearBaseline best;
  best.held_out_loss = std::numeric_limits<double>::infinity();
  for (const double ridge : kRidges) {
    MatrixXd penalised = fit.inputs;
    penalised.diagonal().array() += ridge;
    const MatrixXd b = penalised.llt().solve(fit.cross);
    const VectorXd errors = SquaredErrors(test, b);
    const double loss = GaussianLoss({errors.data(), errors.data() + errors.size()},
                                     {test.counts.data(), test.counts.data() + test.counts.size()});
    if (loss < best.held_out_loss) best = {ridge, loss};
  }
  return best;
}

double GaussianLoss(const std::vector<double>& squared_errors, const std::vector<double>& counts) {
  constexpr double kLeastVariance = 1e-6;  // of a series scaled to variance 1
  double sum = 0.0, total = 0.0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] <= 0.0) continue;
    sum += counts[i] * 0.5 * (std::log(std::max(kLeastVariance, squared_errors[i] / counts[i])) + 1.0);
    total += counts[i];
  }
  return total > 0.0 ? sum / total : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace mask2cause
