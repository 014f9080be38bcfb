#include "methods/spike_slab.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "methods/selection_sampler.h"

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double kMostWork = 3e9;  // products in all sweeps together
constexpr size_t kFewestSweeps = 60, kMostSweeps = 600;
constexpr double kLearningShare = 1.0 / 3.0;  // of the sweeps, the first ones

// What the sampler needs of the rows, for the targets whose cells are all observed and for the others.
class Products {
 public:
  Products(const LinearSetting& setting, const RegressionRows& rows, const LaggedMoments& moments, size_t most_rows)
      : setting_(setting), rows_(rows), moments_(moments), most_rows_(static_cast<double>(most_rows)) {
    shared_ = SelectionInputs(Centred(moments.inputs), setting.lags());
  }

  SelectionProblem Of(size_t target) const {
    if (Complete(target)) return Of(target, moments_.inputs);
    return Of(target, WithoutWindows(moments_.inputs, rows_, Unseen(target)));
  }

  // As if it had as many rows as the products that are shared.
  SelectionProblem Stretched(size_t target) const {
    SelectionProblem problem = Of(target);
    const double rows = WeightOf(moments_.inputs) * static_cast<double>(moments_.inputs.rows);
    const double factor = rows / problem.rows;
    problem.cross *= factor;
    problem.squares *= factor;
    problem.rows = rows;
    return problem;
  }

  bool Complete(size_t target) const { return Unseen(target).empty(); }
  const SelectionInputs& shared() const { return shared_; }
  SelectionInputs Own(size_t target) const {
    return SelectionInputs(Centred(WithoutWindows(moments_.inputs, rows_, Unseen(target))), setting_.lags());
  }

 private:
  const std::vector<size_t>& Unseen(size_t target) const { return setting_.choice().unseen[target]; }
  double WeightOf(const InputMoments& inputs) const {
    return std::min(1.0, most_rows_ / static_cast<double>(inputs.rows));
  }

  MatrixXd Centred(const InputMoments& inputs) const {
    MatrixXd gram = inputs.products.selfadjointView<Eigen::Lower>();
    gram.noalias() -= inputs.sum * inputs.sum.transpose() / static_cast<double>(inputs.rows);
    return WeightOf(inputs) * gram;
  }

  SelectionProblem Of(size_t target, const InputMoments& inputs) const {
    const Index column = static_cast<Index>(target);
    const double count = static_cast<double>(inputs.rows), sum = moments_.target_sum[column], weight = WeightOf(inputs);
    return {weight * (moments_.cross.col(column) - inputs.sum * (sum / count)),
            weight * std::max(0.0, moments_.target_squares[column] - sum * sum / count), weight * count};
  }

  const LinearSetting& setting_;
  const RegressionRows& rows_;
  const LaggedMoments& moments_;
  const double most_rows_;
  SelectionInputs shared_;
};

}  // namespace

std::vector<double> SelectionOdds(const LinearSetting& setting, const RegressionRows& rows,
                                  const LaggedMoments& moments, size_t most_rows) {
  const size_t n = setting.variables(), lags = setting.lags();
  ThreadPool& pool = setting.input().pool;
  const Products products(setting, rows, moments, most_rows);
  std::vector<std::unique_ptr<SelectionSampler>> samplers(n);
  pool.Run(n, [&](size_t target, size_t) {
    if (setting.NeverForecast(target)) return;
    samplers[target] =
        std::make_unique<SelectionSampler>(products.Stretched(target), target, lags, setting.input().options.seed);
  });

  // First all together, for what they share; a target with missing cells borrows the products of the others.
  const double p = static_cast<double>(setting.inputs());
  const size_t sweeps = static_cast<size_t>(
      std::clamp(kMostWork / (static_cast<double>(n) * p * p), 1.0 * kFewestSweeps, 1.0 * kMostSweeps));
  const size_t learning = static_cast<size_t>(kLearningShare * static_cast<double>(sweeps));
  Habits habits;
  Usage settled;
  std::vector<Usage> usage(n);
  const double pairs = static_cast<double>(n * (n - 1));
  for (size_t sweep = 0; sweep < learning; ++sweep) {
    pool.Run(n, [&](size_t target, size_t) {
      if (samplers[target] != nullptr) usage[target] = samplers[target]->Sweep(products.shared(), habits);
    });
    const Usage all = std::accumulate(usage.begin(), usage.end(), Usage{});
    habits = Learn(all, pairs);
    if (sweep >= learning / 2) settled = settled + all;
  }
  habits = Learn(settled, pairs * static_cast<double>(learning - learning / 2));

  // Then each for itself.
  std::vector<double> odds(n * n);
  pool.Run(n, [&](size_t target, size_t) {
    if (samplers[target] == nullptr) return;
    SelectionSampler& sampler = *samplers[target];
    SelectionInputs own;
    if (!products.Complete(target)) {
      own = products.Own(target);
      sampler.Use(products.Of(target), own);
    }
    const SelectionInputs& inputs = products.Complete(target) ? products.shared() : own;
    sampler.Forget();
    for (size_t sweep = learning; sweep < sweeps; ++sweep) sampler.Sweep(inputs, habits);
    for (size_t source = 0; source < n; ++source) odds[target * n + source] = sampler.LogOdds(source);
  });
  return odds;
}

}  // namespace mask2cause
