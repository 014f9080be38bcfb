#include "methods/linear_baseline.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRidges[] = {1.0, 10.0, 100.0, 1000.0, 10000.0};
constexpr size_t kMostWindows = 8192;  // more are thinned evenly: enough for a choice
constexpr size_t kAtOnce = 512;
constexpr double kFewestErrors = 4.0;  // of a recording, for a variance of its own

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

using Rows = Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>;

// Hands on the windows of a source, thinned, in batches: which they are, inputs (count, p), targets (count, n),
// observed or not (count, n). Returns how many there were.
template <typename Use>
size_t ForEachBatch(const WindowSource& source, const Use& use) {
  const Index n = static_cast<Index>(source.variables()), p = n * static_cast<Index>(source.lags());
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
    const MatrixXd x = Rows(batch.x.row(0), count, p).cast<double>(), y = Rows(batch.target, count, n).cast<double>();
    MatrixXd observed = MatrixXd::Ones(count, n);
    if (batch.observed != nullptr) observed = Rows(batch.observed, count, n).cast<double>();
    use(chosen, x, y, observed);
  }
  return used;
}

Products Collect(const WindowSource& source) {
  const Index n = static_cast<Index>(source.variables()), p = n * static_cast<Index>(source.lags());
  Products products{MatrixXd::Zero(p, p), MatrixXd::Zero(p, n), VectorXd::Zero(n), VectorXd::Zero(n)};
  const size_t used = ForEachBatch(
      source, [&](const std::vector<uint32_t>&, const MatrixXd& x, const MatrixXd& y, const MatrixXd& observed) {
        products.inputs.selfadjointView<Eigen::Lower>().rankUpdate(x.transpose());
        products.cross.noalias() += x.transpose() * y;  // a missing target is 0 and adds nothing
        products.squares += y.colwise().squaredNorm().transpose();
        products.counts += observed.colwise().sum().transpose();
      });
  products.inputs.triangularView<Eigen::StrictlyUpper>() = products.inputs.transpose();
  FillUp(static_cast<double>(used), products);
  return products;
}

// As GaussianLoss, but every recording has variances of its own. They are taken from the errors they are to explain:
// the logarithm of a mean of k squares is too small by about 1 / k, which is given back.
double LossByRecording(const WindowSource& source, const MatrixXd& b) {
  std::map<size_t, std::pair<VectorXd, VectorXd>> sums;  // of a recording: squares and counts, each (n)
  const VectorXd none = VectorXd::Zero(b.cols());
  ForEachBatch(source, [&](const std::vector<uint32_t>& windows, const MatrixXd& x, const MatrixXd& y,
                           const MatrixXd& observed) {
    const MatrixXd errors = (y - x * b).cwiseProduct(observed);
    for (size_t w = 0; w < windows.size(); ++w) {
      auto& [squares, counts] = sums.try_emplace(source.TrajectoryOf(windows[w]), none, none).first->second;
      squares += errors.row(static_cast<Index>(w)).cwiseAbs2().transpose();
      counts += observed.row(static_cast<Index>(w)).transpose();
    }
  });
  std::vector<double> squares, counts;
  for (const auto& [recording, sum] : sums) {
    for (Index v = 0; v < b.cols(); ++v) {
      const double count = sum.second[v];
      if (count < kFewestErrors) continue;
      squares.push_back(sum.first[v] * std::exp(1.0 / count));
      counts.push_back(count);
    }
  }
  return GaussianLoss(squares, counts);
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
  MatrixXd best_b = MatrixXd::Zero(fit.cross.rows(), fit.cross.cols());
  for (const double ridge : kRidges) {
    MatrixXd penalised = fit.inputs;
    penalised.diagonal().array() += ridge;
    const MatrixXd b = penalised.llt().solve(fit.cross);
    const VectorXd errors = SquaredErrors(test, b);
    const double loss = GaussianLoss({errors.data(), errors.data() + errors.size()},
                                     {test.counts.data(), test.counts.data() + test.counts.size()});
    if (!(loss < best.held_out_loss)) continue;
    best.ridge = ridge;
    best.held_out_loss = loss;
    best_b = b;
  }
  const double by_recording = LossByRecording(held_out, best_b);
  best.loss_by_recording = by_recording < best.held_out_loss ? by_recording : best.held_out_loss;
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
