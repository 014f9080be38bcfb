#include "methods/spike_slab.h"

#include <algorithm>
#include <cmath>

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr size_t kSweeps = 30;
constexpr double kFirstShare = 0.1, kMostShare = 0.7;
constexpr double kFirstSlab = 0.1, kLeastSlab = 1e-4;  // variance of a coefficient per variance of the noise
constexpr double kMostOdds = 500.0;                    // beyond it the exponential says no more
constexpr double kLeastVariance = 1e-9;

// Centred products of one target's rows.
struct Problem {
  const MatrixXd& gram;   // (p, p)
  const VectorXd& cross;  // (p)
  double squares, rows;
};

// One regression. Letters: alpha the probability that a coefficient is not nought, mu its mean then.
class Selection {
 public:
  explicit Selection(const Problem& problem)
      : problem_(problem),
        diagonal_(problem.gram.diagonal()),
        alpha_(VectorXd::Constant(problem.cross.size(), kFirstShare)),
        mu_(VectorXd::Zero(problem.cross.size())),
        variance_(problem.cross.size()),
        noise_(std::max(kLeastVariance, problem.squares / problem.rows)) {}

  // Of every input.
  VectorXd Odds() {
    for (size_t sweep = 0; sweep < kSweeps; ++sweep) Sweep();
    VectorXd odds(mu_.size());
    for (Index k = 0; k < odds.size(); ++k) odds[k] = OddsOf(k);
    return odds;
  }

 private:
  double OddsOf(Index k) const {
    return std::log(share_ / (1.0 - share_)) + 0.5 * std::log(variance_[k] / (slab_ * noise_)) +
           mu_[k] * mu_[k] / (2.0 * variance_[k]);
  }

  void Sweep() {
    VectorXd fitted = problem_.gram * alpha_.cwiseProduct(mu_);
    variance_ = noise_ / (diagonal_.array() + 1.0 / slab_);
    for (Index k = 0; k < mu_.size(); ++k) {
      const double before = alpha_[k] * mu_[k];
      mu_[k] = variance_[k] / noise_ * (problem_.cross[k] - (fitted[k] - diagonal_[k] * before));
      alpha_[k] = 1.0 / (1.0 + std::exp(-std::clamp(OddsOf(k), -kMostOdds, kMostOdds)));
      fitted += problem_.gram.col(k) * (alpha_[k] * mu_[k] - before);
    }
    Reestimate();
  }

  void Reestimate() {
    const VectorXd used = alpha_.cwiseProduct(mu_);
    const VectorXd second = (alpha_.array() * (variance_.array() + mu_.array().square())).matrix();
    const double uncertainty = (diagonal_.array() * (second.array() - used.array().square())).sum();
    const double residual =
        problem_.squares - 2.0 * used.dot(problem_.cross) + used.dot(problem_.gram * used) + uncertainty;
    const double count = alpha_.sum();
    noise_ = std::max(kLeastVariance, (residual + second.sum() / slab_) / (problem_.rows + count));
    share_ = std::clamp(alpha_.mean(), 1.0 / static_cast<double>(alpha_.size()), kMostShare);
    slab_ = std::max(kLeastSlab, second.sum() / (noise_ * count + kLeastVariance));
  }

  const Problem& problem_;
  const VectorXd diagonal_;
  VectorXd alpha_, mu_, variance_;
  double noise_, slab_ = kFirstSlab, share_ = kFirstShare;
};

MatrixXd Centred(const InputMoments& moments, double weight) {
  MatrixXd gram = moments.products.selfadjointView<Eigen::Lower>();
  gram.noalias() -= moments.sum * moments.sum.transpose() / static_cast<double>(moments.rows);
  return weight * gram;
}

}  // namespace

std::vector<double> SelectionOdds(const LinearSetting& setting, const RegressionRows& rows,
                                  const LaggedMoments& moments, size_t most_rows) {
  const size_t n = setting.variables(), lags = setting.lags();
  const auto weight_of = [&](const InputMoments& inputs) {
    return std::min(1.0, static_cast<double>(most_rows) / static_cast<double>(inputs.rows));
  };
  const MatrixXd shared = Centred(moments.inputs, weight_of(moments.inputs));
  std::vector<double> odds(n * n);
  setting.input().pool.Run(n, [&](size_t target, size_t) {
    const Index column = static_cast<Index>(target);
    const std::vector<size_t>& unseen = setting.choice().unseen[target];
    if (setting.NeverForecast(target)) return;
    InputMoments own;
    MatrixXd own_gram;
    if (!unseen.empty()) {
      own = WithoutWindows(moments.inputs, rows, unseen);
      own_gram = Centred(own, weight_of(own));
    }
    const InputMoments& inputs = unseen.empty() ? moments.inputs : own;
    const double count = static_cast<double>(inputs.rows), sum = moments.target_sum[column], weight = weight_of(inputs);
    const VectorXd cross = weight * (moments.cross.col(column) - inputs.sum * (sum / count));
    const double squares = weight * std::max(0.0, moments.target_squares[column] - sum * sum / count);
    const VectorXd of_inputs = Selection({unseen.empty() ? shared : own_gram, cross, squares, weight * count}).Odds();
    for (size_t source = 0; source < n; ++source) {
      odds[target * n + source] =
          of_inputs.segment(static_cast<Index>(source * lags), static_cast<Index>(lags)).maxCoeff();
    }
  });
  return odds;
}

}  // namespace mask2cause
