// Granger causality in a vector autoregression (Granger 1969) with a ridge penalty: does the past of j help to predict
// i when the past of all other variables, and of i itself, is known? The score is the multiple partial correlation of i
// with the L lags of j: sqrt(drop / (drop + RSS)), where drop is what the penalised sum of squares grows by when j is
// left out. For equally many rows it ranks as the F statistic and the p-value do, but it stays in 0..1 and never
// underflows. Without penalty the p-values are those of the textbook F test. With it they use the effective degrees of
// freedom (the trace of the hat matrix) and are approximate.

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <memory>

#include "mask2cause/error.h"
#include "methods/lagged_moments.h"
#include "methods/method.h"
#include "methods/ridge_factor.h"

namespace mask2cause {
namespace {

using Index = Eigen::Index;
using SourceBlocks = std::vector<RidgeFactor::SourceBlock>;

class VarFit {
 public:
  explicit VarFit(const MethodInput& input)
      : input_(input),
        n_(input.variables.size()),
        lags_(input.options.lags),
        windows_(input.data, lags_),
        choice_(ChooseWindows(input, windows_)),
        gatherer_(input, windows_) {}

  MethodOutput Run();

 private:
  void CheckRows(size_t target, size_t rows) const;
  void CheckIndependence(const RidgeFactor& factor) const;
  std::string WarnAboutMissing() const;
  void FactorShared(const LaggedMoments& moments);
  void FitTarget(const LaggedMoments& moments, size_t target, MethodOutput& output) const;
  void FillTarget(const LaggedMoments& moments, size_t target, const RidgeFactor& factor, const SourceBlocks& blocks,
                  MethodOutput& output) const;
  const std::string& NameOf(size_t variable) const { return input_.data.names[input_.variables[variable]]; }

  const MethodInput& input_;
  const size_t n_, lags_;
  const Windows windows_;
  const WindowChoice choice_;
  const WindowGatherer gatherer_;
  size_t progress_parts_ = 1;
  std::unique_ptr<RidgeFactor> shared_;  // for all targets without missing cells
  SourceBlocks shared_blocks_;
};

double UpperTailOfF(double f, double numerator, double denominator) {
  if (!(denominator > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(f)) return 0.0;
  return boost::math::cdf(boost::math::complement(boost::math::fisher_f(numerator, denominator), f));
}

void VarFit::CheckRows(size_t target, size_t rows) const {
  const size_t unknowns = n_ * lags_ + 1;
  const bool plain = input_.options.ridge == 0.0;
  if (rows >= 2 && (!plain || rows > unknowns)) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: {} usable windows for {}, and {} unknowns ({} variables x {} lags + 1) with --ridge {}",
                          input_.data.source, rows, NameOf(target), unknowns, n_, lags_, input_.options.ridge),
              plain ? "set --ridge above 0, lower --lags, or give more data" : "give more data, or drop this column");
}

void VarFit::CheckIndependence(const RidgeFactor& factor) const {
  if (factor.dependent_column() == kIndependent) return;
  const size_t column = static_cast<size_t>(factor.dependent_column());
  throw Error(ErrorKind::kNumerical,
              fmt::format("{}: {} at lag {} is a linear combination of other columns, least squares has no answer",
                          input_.data.source, NameOf(column / lags_), column % lags_ + 1),
              "set --ridge above 0, or drop columns that copy or add up others");
}

std::string VarFit::WarnAboutMissing() const {
  if (choice_.filled) {
    return fmt::format(
        "{} of {} windows lack some input, too many to leave out: missing inputs were taken as the column's mean",
        choice_.with_missing_inputs, windows_.size());
  }
  return fmt::format("{} of {} windows lack some input and were left out", choice_.with_missing_inputs,
                     windows_.size());
}

void VarFit::FactorShared(const LaggedMoments& moments) {
  shared_ = std::make_unique<RidgeFactor>(moments.inputs, input_.options.ridge, lags_);
  CheckIndependence(*shared_);
  shared_blocks_.resize(n_);
  input_.pool.Run(n_, [&](size_t source, size_t) {
    shared_blocks_[source] = shared_->BlockOf(source);
    input_.progress.PartDone(progress_parts_);
  });
}

void VarFit::FillTarget(const LaggedMoments& moments, size_t target, const RidgeFactor& factor,
                        const SourceBlocks& blocks, MethodOutput& output) const {
  const Index column = static_cast<Index>(target), lags = static_cast<Index>(lags_);
  const double ridge = input_.options.ridge, rows = static_cast<double>(factor.rows());
  const double sum = moments.target_sum[column];
  const RidgeFactor::Solution fit = factor.Solve(moments.cross.col(column), sum);
  const double total = moments.target_squares[column] - sum * sum / rows;
  // With (G + ridge I) b = c the residual sum of squares is total - b'c - ridge b'b.
  const double residual =
      std::max(0.0, total - fit.coefficients.dot(fit.cross) - ridge * fit.coefficients.squaredNorm());
  double effective = static_cast<double>(n_ * lags_);
  for (const RidgeFactor::SourceBlock& block : blocks) effective -= ridge * block.inverse_trace;
  const double freedom = rows - 1.0 - effective;
  for (size_t source = 0; source < n_; ++source) {
    const size_t cell = target * n_ + source;
    const Eigen::VectorXd b = fit.coefficients.segment(static_cast<Index>(source) * lags, lags);
    const double drop = std::max(0.0, b.dot(blocks[source].influence * b));
    const bool explains = drop > 0.0;  // a target that stands still in these rows has neither drop nor residual
    output.scores[cell] = explains ? std::sqrt(drop / (drop + residual)) : 0.0;
    const double f = explains ? drop / static_cast<double>(lags_) / (residual / freedom) : 0.0;
    output.p_values[cell] = UpperTailOfF(f, static_cast<double>(lags_), freedom);
    for (size_t lag = 0; lag < lags_; ++lag) {
      output.lag_coefficients[lag * n_ * n_ + cell] = b[static_cast<Index>(lag)];
    }
  }
}

void VarFit::FitTarget(const LaggedMoments& moments, size_t target, MethodOutput& output) const {
  const std::vector<size_t>& unseen = moments.windows_unseen[target];
  if (unseen.empty()) {
    FillTarget(moments, target, *shared_, shared_blocks_, output);
    return;
  }
  const RidgeFactor own(WithoutWindows(moments.inputs, gatherer_, unseen), input_.options.ridge, lags_);
  CheckIndependence(own);
  SourceBlocks blocks(n_);
  for (size_t source = 0; source < n_; ++source) blocks[source] = own.BlockOf(source);
  FillTarget(moments, target, own, blocks, output);
}

MethodOutput VarFit::Run() {
  progress_parts_ = CountChunks(choice_.windows.size()) + 2 * n_;
  const LaggedMoments moments = CollectMoments(input_, gatherer_, choice_.windows, progress_parts_);
  for (size_t i = 0; i < n_; ++i) CheckRows(i, choice_.windows.size() - moments.windows_unseen[i].size());
  FactorShared(moments);
  MethodOutput output;
  output.scores.resize(n_ * n_);
  output.p_values.resize(n_ * n_);
  output.lag_coefficients.resize(lags_ * n_ * n_);
  input_.pool.Run(n_, [&](size_t target, size_t) {
    FitTarget(moments, target, output);
    input_.progress.PartDone(progress_parts_);
  });
  if (choice_.with_missing_inputs > 0) output.warnings.push_back(WarnAboutMissing());
  return output;
}

}  // namespace

extern const Method kVarMethod = {"var", "ridge vector autoregression, Granger F test of all lags of a source",
                                  [](const MethodInput& input) { return VarFit(input).Run(); }};

}  // namespace mask2cause
