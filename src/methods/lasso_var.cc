// A vector autoregression with a group lasso: one penalty on all lags of a source together (Lozano et al. 2009). The
// score of a source is the largest penalty at which its lags are let in, so that every pair has a place in the ranking
// and nothing has to be chosen for it; the series are standardised, which makes penalties of different targets alike.
// The effects by lag are those at the penalty that forecasts held-out windows best.

#include <algorithm>
#include <cmath>

#include "methods/granger.h"
#include "methods/group_lasso.h"

namespace mask2cause {
namespace {

using Index = Eigen::Index;

constexpr size_t kPenalties = 60;
constexpr double kSmallestPenalty = 1e-3;    // as a part of the largest; and
constexpr double kSmallestIfFewRows = 1e-2;  // when there are more unknowns than rows, all of which would be explained
constexpr double kTolerance = 1e-4;          // of a solution: the ranking needs no more
constexpr double kPastTheBest = 0.3;         // of the best penalty: smaller ones only get worse
constexpr double kHeldOut = 0.2;             // of the windows, the last ones

// Centred products of one target, divided by the rows: the regression is all in here.
struct Problem {
  Eigen::MatrixXd gram;   // (p, p)
  Eigen::VectorXd cross;  // (p)
};

// Sums over the windows at which one target is observed.
struct TargetMoments {
  InputMoments inputs;
  Eigen::VectorXd cross;
  double sum = 0.0, squares = 0.0;
};

// From the one at which nothing is let in downwards.
std::vector<double> Penalties(const GroupLasso& lasso, const TargetMoments& moments) {
  const bool few_rows = static_cast<Index>(moments.inputs.rows) <= moments.inputs.sum.size();
  const double largest = lasso.StrongestPull(), smallest = few_rows ? kSmallestIfFewRows : kSmallestPenalty;
  std::vector<double> penalties(kPenalties);
  for (size_t k = 0; k < kPenalties; ++k) {
    penalties[k] = largest * std::pow(smallest, static_cast<double>(k) / static_cast<double>(kPenalties - 1));
  }
  return penalties;
}

TargetMoments Difference(const TargetMoments& all, const TargetMoments& part) {
  return {{all.inputs.rows - part.inputs.rows, all.inputs.sum - part.inputs.sum,
           all.inputs.products - part.inputs.products},
          all.cross - part.cross,
          all.sum - part.sum,
          all.squares - part.squares};
}

Problem MakeProblem(const TargetMoments& moments) {
  const double rows = static_cast<double>(moments.inputs.rows);
  const Eigen::VectorXd mean = moments.inputs.sum / rows;
  Problem problem;
  problem.gram = moments.inputs.products.selfadjointView<Eigen::Lower>();
  problem.gram = problem.gram / rows - mean * mean.transpose();
  problem.cross = moments.cross / rows - mean * (moments.sum / rows);
  return problem;
}

// Sum of squared errors of the forecast mean + (x - input_mean) b over windows of which only the sums are known.
double SquaredError(const TargetMoments& windows, const TargetMoments& train, const Eigen::VectorXd& b) {
  const double train_rows = static_cast<double>(train.inputs.rows), rows = static_cast<double>(windows.inputs.rows);
  const double intercept = (train.sum - train.inputs.sum.dot(b)) / train_rows;
  const double quadratic = b.dot(windows.inputs.products.selfadjointView<Eigen::Lower>() * b);
  return windows.squares - 2.0 * intercept * windows.sum - 2.0 * b.dot(windows.cross) + rows * intercept * intercept +
         2.0 * intercept * b.dot(windows.inputs.sum) + quadratic;
}

class LassoVarFitter {
 public:
  explicit LassoVarFitter(const MethodInput& input) : setting_(input, 1, 1), rows_(setting_) {}

  MethodOutput Run();

 private:
  TargetMoments MomentsOf(const LaggedMoments& moments, size_t target, size_t first_window) const;
  double BestPenalty(const TargetMoments& all, const TargetMoments& held_out) const;
  void FitTarget(size_t target);

  const LinearSetting setting_;
  const LevelRows rows_;
  size_t first_held_out_ = 0;  // place among the chosen windows
  LaggedMoments all_, held_out_;
  Eigen::MatrixXd coefficients_;  // (p, n)
  MethodOutput output_;
};

// `first_window`: the moments are over windows from this place on.
TargetMoments LassoVarFitter::MomentsOf(const LaggedMoments& moments, size_t target, size_t first_window) const {
  const Index column = static_cast<Index>(target);
  std::vector<size_t> unseen;
  for (const size_t window : setting_.choice().unseen[target]) {
    if (window >= setting_.choice().windows[first_window]) unseen.push_back(window);
  }
  TargetMoments own = {unseen.empty() ? moments.inputs : WithoutWindows(moments.inputs, rows_, unseen),
                       moments.cross.col(column), moments.target_sum[column], moments.target_squares[column]};
  TakeOut(setting_.ForbiddenSources(target), setting_.lags(), own.inputs, own.cross);
  return own;
}

double LassoVarFitter::BestPenalty(const TargetMoments& all, const TargetMoments& held_out) const {
  const TargetMoments train = Difference(all, held_out);
  if (train.inputs.rows < 2 || held_out.inputs.rows < 1) return 0.0;
  const Problem problem = MakeProblem(train);
  GroupLasso lasso(problem.gram, problem.cross, setting_.lags());
  double best = 0.0, least = INFINITY;
  for (const double penalty : Penalties(lasso, train)) {
    lasso.Solve(penalty, kTolerance);
    const double error = SquaredError(held_out, train, lasso.coefficients());
    if (error < least) {
      least = error;
      best = penalty;
    } else if (penalty < kPastTheBest * best) {
      break;
    }
  }
  return best;
}

// A group that comes in between two penalties is placed between them by how strongly it was pulled before.
void LassoVarFitter::FitTarget(size_t target) {
  const size_t n = setting_.variables();
  const TargetMoments moments = MomentsOf(all_, target, 0);
  const Problem problem = MakeProblem(moments);
  const double chosen = BestPenalty(moments, MomentsOf(held_out_, target, first_held_out_));
  GroupLasso lasso(problem.gram, problem.cross, setting_.lags());
  std::vector<double> pulls(n);
  for (size_t source = 0; source < n; ++source) pulls[source] = lasso.Pull(source);
  double* scores = output_.scores.data() + target * n;
  for (const double penalty : Penalties(lasso, moments)) {
    lasso.Solve(penalty, kTolerance);
    if (penalty >= chosen) coefficients_.col(static_cast<Index>(target)) = lasso.coefficients();
    bool all_in = true;
    for (size_t source = 0; source < n; ++source) {
      if (scores[source] > 0.0 || setting_.IsForbidden(target, source)) continue;
      if (!lasso.IsZero(source)) scores[source] = std::max(penalty, pulls[source]);
      pulls[source] = lasso.Pull(source);
      all_in &= scores[source] > 0.0;
    }
    if (all_in && penalty <= chosen) break;
  }
  for (size_t source = 0; source < n; ++source) {
    if (scores[source] == 0.0) scores[source] = pulls[source];  // below the smallest penalty
  }
}

MethodOutput LassoVarFitter::Run() {
  const size_t n = setting_.variables();
  const std::vector<size_t>& windows = setting_.choice().windows;
  setting_.CheckEveryTargetIsSeen();
  first_held_out_ =
      windows.size() - std::max<size_t>(1, static_cast<size_t>(kHeldOut * static_cast<double>(windows.size())));
  all_ = CollectMoments(setting_, rows_);
  held_out_ = CollectMomentsOf(std::span(windows).subspan(first_held_out_), setting_, rows_);
  coefficients_ = Eigen::MatrixXd::Zero(static_cast<Index>(setting_.inputs()), static_cast<Index>(n));
  output_.scores.assign(n * n, 0.0);
  setting_.input().pool.Run(n, [&](size_t target, size_t) {
    if (!setting_.NeverForecast(target)) FitTarget(target);
    setting_.PartDone();
  });
  output_.lag_coefficients = LagCoefficients(setting_, coefficients_);
  output_.warnings = setting_.Warnings();
  return std::move(output_);
}

MethodOutput FitLassoVar(const MethodInput& input) {
  return LassoVarFitter(input).Run();
}

}  // namespace

extern const Method kLassoVarMethod = {
    "lasso-var", "vector autoregression with a group lasso over the lags of each source", FitLassoVar};

}  // namespace mask2cause
