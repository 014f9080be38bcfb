#include "methods/selection_sampler.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr uint64_t kStream = uint64_t{0x51ab} << 32;  // of random numbers; the target is added
constexpr double kOwnSlab = 1.0;  // variance of the coefficients of a target's own past, always used
constexpr double kLeastSlab = 1e-5;
constexpr double kLeastNoise = 1e-6;  // of the target's variance, and of one that has none
constexpr double kLeastDoubt = 1e-4;  // no number of sweeps makes an edge surer than this

}  // namespace

Habits Learn(const Usage& usage, double pairs) {
  Habits habits;
  habits.edge_share = (usage.edges + 1.0) / (pairs + 2.0);
  habits.broad_share = (usage.broad_edges + 1.0) / (usage.edges + 2.0);
  habits.slab = std::max(kLeastSlab, usage.squares / std::max(1.0, usage.coefficients));
  return habits;
}

SelectionInputs::SelectionInputs(MatrixXd products, size_t lags) : gram(std::move(products)) {
  const Index l = static_cast<Index>(lags), n = gram.rows() / l;
  sizes.resize(l, n);
  for (Index source = 0; source < n; ++source) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram.block(source * l, source * l, l, l));
    axes.push_back(solver.eigenvectors());
    sizes.col(source) = solver.eigenvalues().cwiseMax(0.0);
  }
}

SelectionSampler::SelectionSampler(SelectionProblem problem, size_t target, size_t lags, uint64_t seed)
    : problem_(std::move(problem)),
      coefficients_(VectorXd::Zero(problem_.cross.size())),
      left_(problem_.cross),
      certainty_(VectorXd::Zero(problem_.cross.size() / static_cast<Index>(lags))),
      weights_(lags + 2),
      noise_(std::max(kLeastNoise, problem_.squares / problem_.rows)),
      target_(static_cast<Index>(target)),
      lags_(static_cast<Index>(lags)),
      rng_(seed, kStream + target) {}

void SelectionSampler::Use(SelectionProblem problem, const SelectionInputs& inputs) {
  problem_ = std::move(problem);
  left_ = problem_.cross - inputs.gram * coefficients_;
}

Usage SelectionSampler::Sweep(const SelectionInputs& inputs, const Habits& habits) {
  Usage usage;
  for (Index source = 0; source < certainty_.size(); ++source) {
    const auto own = inputs.gram.block(source * lags_, source * lags_, lags_, lags_);
    const VectorXd before = Of(source), left = left_.segment(source * lags_, lags_) + own * before;
    if (source == target_) {
      DrawAll(inputs, source, kOwnSlab, left);
    } else {
      DrawSource(inputs, habits, source, left, usage);
    }
    const VectorXd change = Of(source) - before;
    if (!change.isZero(0.0)) left_.noalias() -= inputs.gram.middleCols(source * lags_, lags_) * change;
  }
  const double unexplained = problem_.squares - coefficients_.dot(problem_.cross + left_);
  noise_ = std::max(kLeastNoise * std::max(problem_.squares, 1.0), unexplained) / problem_.rows;
  ++sweeps_;
  return usage;
}

void SelectionSampler::Forget() {
  certainty_.setZero();
  sweeps_ = 0;
}

double SelectionSampler::LogOdds(size_t source) const {
  const double probability = certainty_[static_cast<Index>(source)] / static_cast<double>(sweeps_);
  return std::log((probability + kLeastDoubt) / (1.0 - probability + kLeastDoubt));
}

// Nats that a coefficient with this product of input and what is left gains by not being nought.
double SelectionSampler::Gain(double left, double size, double slab) const {
  const double precision = size / noise_ + 1.0 / slab;
  return 0.5 * (left * left / (noise_ * noise_ * precision) - std::log(precision * slab));
}

double SelectionSampler::DrawOne(double left, double size, double slab) {
  const double precision = size / noise_ + 1.0 / slab;
  return left / (noise_ * precision) + rng_.Normal() / std::sqrt(precision);
}

void SelectionSampler::DrawAll(const SelectionInputs& inputs, Index source, double slab, const VectorXd& left) {
  const MatrixXd& axes = inputs.axes[static_cast<size_t>(source)];
  VectorXd along = axes.transpose() * left;
  for (Index k = 0; k < lags_; ++k) along[k] = DrawOne(along[k], inputs.sizes(k, source), slab);
  Of(source) = axes * along;
}

// No lag, one of them, or all: weighs each, and draws.
void SelectionSampler::DrawSource(const SelectionInputs& inputs, const Habits& habits, Index source,
                                  const VectorXd& left, Usage& usage) {
  const VectorXd along = inputs.axes[static_cast<size_t>(source)].transpose() * left;
  const double single = std::log(habits.edge_share * (1.0 - habits.broad_share) / static_cast<double>(lags_));
  weights_[0] = std::log(1.0 - habits.edge_share);
  weights_[1] = std::log(habits.edge_share * habits.broad_share);
  for (Index lag = 0; lag < lags_; ++lag) {
    const Index k = source * lags_ + lag;
    weights_[1] += Gain(along[lag], inputs.sizes(lag, source), habits.slab);
    weights_[2 + lag] = single + Gain(left[lag], inputs.gram(k, k), habits.slab);
  }
  weights_ = (weights_.array() - weights_.maxCoeff()).exp();
  const double sum = weights_.sum();
  certainty_[source] += 1.0 - weights_[0] / sum;

  Index drawn = 0;
  for (double rest = rng_.Uniform() * sum - weights_[0]; rest >= 0.0 && drawn <= lags_; rest -= weights_[drawn])
    ++drawn;
  Of(source).setZero();
  if (drawn == 0) return;
  if (drawn == 1) {
    DrawAll(inputs, source, habits.slab, left);
  } else {
    const Index k = source * lags_ + drawn - 2;
    coefficients_[k] = DrawOne(left[drawn - 2], inputs.gram(k, k), habits.slab);
  }
  const bool broad = drawn == 1;
  usage = usage + Usage{1.0, broad ? 1.0 : 0.0, broad ? static_cast<double>(lags_) : 1.0, Of(source).squaredNorm()};
}

}  // namespace mask2cause
