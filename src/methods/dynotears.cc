// DYNOTEARS (Pamfil et al. 2020): all equations of a linear system at once, x = W' x + A' past, with absolute-value
// penalties on the effects within a step (W) and on the lagged ones (A), and W held acyclic by tr exp(W o W) = n. The
// score of a pair is the norm of its lagged effects; W is there so that effects faster than a step do not pass for
// lagged ones. Letters: n variables, p = n L lagged inputs, m = n + p.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "methods/granger.h"
#include "methods/sparse_minimum.h"

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kAcyclic = 1e-8;   // cycles weaker than this count as none
constexpr double kEnough = 0.25;    // what is left of the cycles after a round that went well
constexpr double kSteepest = 1e16;  // price of cycles at which the fit gives up making them weaker
constexpr double kNever = 1e100;    // weight of what shall stay 0
constexpr size_t kMostRounds = 100;
constexpr size_t kMomentsShare = 20;  // of the progress: collecting the sums is one part of so many
constexpr Index kBlock = 32;          // targets a task multiplies; fixed, so that sums do not depend on the threads

// Means of products over the windows; a missing cell is the column's mean, 0.
struct SystemMoments {
  MatrixXd inputs;  // (m, m)
  MatrixXd cross;   // (m, n)
};

SystemMoments CollectSystem(const LinearSetting& setting, const LevelRows& rows) {
  const Index n = static_cast<Index>(setting.variables()), m = n + static_cast<Index>(setting.inputs());
  const std::vector<size_t>& windows = setting.choice().windows;
  MatrixXd products = MatrixXd::Zero(m, m), past, now, both;
  for (size_t chunk = 0; chunk < CountChunks(windows.size()); ++chunk) {
    rows.Gather(ChunkOf(windows, chunk), past, now);
    both.resize(now.rows(), m);
    both << now, past;
    products.selfadjointView<Eigen::Lower>().rankUpdate(both.transpose());
    setting.PartDone();
  }
  SystemMoments moments;
  moments.inputs = products.selfadjointView<Eigen::Lower>();
  moments.cross = moments.inputs.leftCols(n);
  moments.inputs /= static_cast<double>(windows.size());
  for (Index target = 0; target < n; ++target) {
    const size_t seen = windows.size() - setting.choice().unseen[static_cast<size_t>(target)].size();
    moments.cross.col(target) /= static_cast<double>(std::max<size_t>(1, seen));
  }
  return moments;
}

class DynotearsFitter {
 public:
  explicit DynotearsFitter(const MethodInput& input)
      : setting_(input, kMomentsShare, 0),
        n_(static_cast<Index>(setting_.variables())),
        m_(n_ + static_cast<Index>(setting_.inputs())) {}

  MethodOutput Run();

 private:
  double Evaluate(const VectorXd& x, VectorXd& gradient);
  double Cycles(const VectorXd& x, MatrixXd* slope) const;
  VectorXd Weights() const;
  void Solve(VectorXd& x);
  void Report() const;

  const LinearSetting setting_;
  const Index n_, m_;
  SystemMoments moments_;
  double price_ = 1.0, multiplier_ = 0.0;  // of cycles: rho and alpha of the augmented Lagrangian
  double fraction_ = 0.0;
};

// How far W is from acyclic, and where it goes from here.
double DynotearsFitter::Cycles(const VectorXd& x, MatrixXd* slope) const {
  const MatrixXd w = Eigen::Map<const MatrixXd>(x.data(), m_, n_).topRows(n_);
  const MatrixXd walks = w.cwiseProduct(w).exp();
  if (slope != nullptr) *slope = 2.0 * walks.transpose().cwiseProduct(w);
  return walks.trace() - static_cast<double>(n_);
}

// x is (m, n), a column for each target: W over A. The squared error is known up to a constant.
double DynotearsFitter::Evaluate(const VectorXd& x, VectorXd& gradient) {
  Report();
  const Eigen::Map<const MatrixXd> b(x.data(), m_, n_);
  Eigen::Map<MatrixXd> slope(gradient.data(), m_, n_);
  setting_.input().pool.Run(static_cast<size_t>((n_ + kBlock - 1) / kBlock), [&](size_t block, size_t) {
    const Index first = static_cast<Index>(block) * kBlock, width = std::min(kBlock, n_ - first);
    slope.middleCols(first, width).noalias() = moments_.inputs * b.middleCols(first, width);
  });
  const double error = 0.5 * b.cwiseProduct(slope).sum() - b.cwiseProduct(moments_.cross).sum();
  slope -= moments_.cross;
  MatrixXd cycle_slope;
  const double cycles = Cycles(x, &cycle_slope);
  slope.topRows(n_) += (price_ * cycles + multiplier_) * cycle_slope;
  slope.topRows(n_).diagonal().setZero();
  return error + 0.5 * price_ * cycles * cycles + multiplier_ * cycles;
}

VectorXd DynotearsFitter::Weights() const {
  MatrixXd weights(m_, n_);
  weights.topRows(n_).setConstant(setting_.input().options.lambda_w);
  weights.bottomRows(m_ - n_).setConstant(setting_.input().options.lambda_a);
  const Index lags = static_cast<Index>(setting_.lags());
  for (Index target = 0; target < n_; ++target) {
    for (const size_t forbidden : setting_.ForbiddenSources(static_cast<size_t>(target))) {
      const Index source = static_cast<Index>(forbidden);
      weights(source, target) = kNever;
      weights.col(target).segment(n_ + source * lags, lags).setConstant(kNever);
    }
  }
  return Eigen::Map<const VectorXd>(weights.data(), weights.size());
}

void DynotearsFitter::Report() const {
  constexpr double kBefore = 1.0 / static_cast<double>(kMomentsShare);
  setting_.input().progress.Report(kBefore + (1.0 - kBefore) * fraction_);
}

// Rounds of fits, each at a higher price of cycles, until there are none.
void DynotearsFitter::Solve(VectorXd& x) {
  const SmoothFunction f = [this](const VectorXd& at, VectorXd& gradient) { return Evaluate(at, gradient); };
  const VectorXd weights = Weights();
  double cycles = INFINITY;
  for (size_t round = 0; round < kMostRounds && cycles > kAcyclic; ++round) {
    double left = INFINITY;
    while (true) {
      x = MinimiseSparse(f, weights, std::move(x));
      left = Cycles(x, nullptr);
      if (!(left > kEnough * cycles) || price_ >= kSteepest) break;
      price_ *= 10.0;
    }
    cycles = left;
    multiplier_ += price_ * cycles;
    const double far = std::log(std::max(1.0, cycles / kAcyclic)) / std::log(1.0 / kAcyclic);
    fraction_ = std::max(fraction_, 1.0 - std::min(1.0, far));
    if (price_ >= kSteepest) break;
  }
  fraction_ = 1.0;
  Report();
}

MethodOutput DynotearsFitter::Run() {
  setting_.CheckEveryTargetIsSeen();
  moments_ = CollectSystem(setting_, LevelRows(setting_));
  VectorXd x = VectorXd::Zero(m_ * n_);
  Solve(x);
  MatrixXd lagged = Eigen::Map<const MatrixXd>(x.data(), m_, n_).bottomRows(m_ - n_);
  const size_t n = setting_.variables();
  const Index lags = static_cast<Index>(setting_.lags());
  MethodOutput output;
  for (size_t target = 0; target < n; ++target) {
    if (setting_.NeverForecast(target)) lagged.col(static_cast<Index>(target)).setZero();
    for (size_t source = 0; source < n; ++source) {
      output.scores.push_back(
          lagged.col(static_cast<Index>(target)).segment(static_cast<Index>(source) * lags, lags).norm());
    }
  }
  output.lag_coefficients = LagCoefficients(setting_, lagged);
  output.warnings = setting_.Warnings();
  return output;
}

MethodOutput FitDynotears(const MethodInput& input) {
  return DynotearsFitter(input).Run();
}

}  // namespace

extern const Method kDynotearsMethod = {
    .name = "dynotears",
    .summary = "DYNOTEARS: sparse linear system with lagged and acyclic immediate effects",
    .fit = FitDynotears,
    .options = {"lambda-a", "lambda-w"}};

}  // namespace mask2cause
