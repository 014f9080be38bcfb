#include "methods/granger.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <memory>

#include "mask2cause/error.h"
#include "methods/ridge_factor.h"

namespace mask2cause {
namespace {

using Index = Eigen::Index;
using SourceBlocks = std::vector<RidgeFactor::SourceBlock>;

class GrangerFitter {
 public:
  GrangerFitter(const LinearSetting& setting, const RegressionRows& rows, const LaggedMoments& moments)
      : setting_(setting),
        rows_(rows),
        moments_(moments),
        ridge_(setting.input().options.ridge),
        n_(setting.variables()),
        lags_(setting.lags()) {}

  GrangerFit Run();

 private:
  void CheckRows(size_t target) const;
  void CheckIndependence(const RidgeFactor& factor) const;
  void FactorShared();
  void FitTarget(size_t target, GrangerFit& fit) const;
  void FillTarget(size_t target, const RidgeFactor& factor, const SourceBlocks& blocks, const Eigen::VectorXd& cross,
                  GrangerFit& fit) const;

  const LinearSetting& setting_;
  const RegressionRows& rows_;
  const LaggedMoments& moments_;
  const double ridge_;
  const size_t n_, lags_;
  std::unique_ptr<RidgeFactor> shared_;  // for all targets without missing cells or forbidden sources
  SourceBlocks shared_blocks_;
};

double UpperTailOfF(double f, double numerator, double denominator) {
  if (!(denominator > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  // Without rows to spare the fit is exact whatever the series are, which says nothing.
  if (std::isinf(f)) return denominator < 1.0 ? 1.0 : 0.0;
  return boost::math::cdf(boost::math::complement(boost::math::fisher_f(numerator, denominator), f));
}

void GrangerFitter::CheckRows(size_t target) const {
  const size_t rows = moments_.inputs.rows - setting_.choice().unseen[target].size();
  const size_t unknowns = n_ * lags_ + 1;
  const bool plain = ridge_ == 0.0;
  if ((rows >= 2 && (!plain || rows > unknowns)) || setting_.NeverForecast(target)) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: {} usable windows for {}, and {} unknowns ({} variables x {} lags + 1) with --ridge {}",
                          setting_.input().data.source, rows, setting_.NameOf(target), unknowns, n_, lags_, ridge_),
              plain ? "set --ridge above 0, lower --lags, or give more data" : "give more data, or drop this column");
}

void GrangerFitter::CheckIndependence(const RidgeFactor& factor) const {
  if (factor.dependent_column() == kIndependent) return;
  const size_t column = static_cast<size_t>(factor.dependent_column());
  throw Error(ErrorKind::kNumerical,
              fmt::format("{}: {} is constant or a linear combination of others, least squares has no answer",
                          setting_.input().data.source, rows_.InputName(column)),
              "set --ridge above 0, or drop columns that copy or add up others");
}

void GrangerFitter::FactorShared() {
  shared_ = std::make_unique<RidgeFactor>(moments_.inputs, ridge_, lags_);
  CheckIndependence(*shared_);
  shared_blocks_.resize(n_);
  setting_.input().pool.Run(n_, [&](size_t source, size_t) {
    shared_blocks_[source] = shared_->BlockOf(source);
    setting_.PartDone();
  });
}

void GrangerFitter::FillTarget(size_t target, const RidgeFactor& factor, const SourceBlocks& blocks,
                               const Eigen::VectorXd& cross, GrangerFit& fit) const {
  const Index column = static_cast<Index>(target), lags = static_cast<Index>(lags_);
  const double rows = static_cast<double>(factor.rows()), sum = moments_.target_sum[column];
  const RidgeFactor::Solution solution = factor.Solve(cross, sum);
  const Eigen::VectorXd& b = solution.coefficients;
  const double total = std::max(0.0, moments_.target_squares[column] - sum * sum / rows);
  // With (G + ridge I) b = c the residual sum of squares is total - b'c - ridge b'b.
  const double residual = std::max(0.0, total - b.dot(solution.cross) - ridge_ * b.squaredNorm());
  double effective = 0.0;
  for (size_t source = 0; source < n_; ++source) {
    if (!setting_.IsForbidden(target, source)) {
      effective += static_cast<double>(lags_) - ridge_ * blocks[source].inverse_trace;
    }
  }
  const double freedom = rows - 1.0 - effective;
  for (size_t source = 0; source < n_; ++source) {
    if (setting_.IsForbidden(target, source)) continue;
    const Eigen::VectorXd own = b.segment(static_cast<Index>(source) * lags, lags);
    const double drop = std::max(0.0, own.dot(blocks[source].influence * own));
    const bool explains = drop > 0.0;  // a target that stands still in these rows has neither drop nor residual
    const double f = explains ? drop / static_cast<double>(lags_) / (residual / freedom) : 0.0;
    fit.scores[target * n_ + source] = explains ? std::sqrt(drop / (drop + residual)) : 0.0;
    fit.p_values[target * n_ + source] = UpperTailOfF(f, static_cast<double>(lags_), freedom);
  }
  fit.coefficients.col(column) = b;
  fit.intercepts[column] = solution.intercept;
  fit.target_sd[column] = std::sqrt(total / rows);
  fit.residual_sd[column] = std::sqrt(residual / rows);
}

void GrangerFitter::FitTarget(size_t target, GrangerFit& fit) const {
  const std::vector<size_t>& unseen = setting_.choice().unseen[target];
  if (setting_.NeverForecast(target)) return;  // no score, and nothing to explain
  const std::vector<size_t> forbidden = setting_.ForbiddenSources(target);
  Eigen::VectorXd cross = moments_.cross.col(static_cast<Index>(target));
  if (unseen.empty() && forbidden.empty()) {
    FillTarget(target, *shared_, shared_blocks_, cross, fit);
    return;
  }
  InputMoments inputs = WithoutWindows(moments_.inputs, rows_, unseen);
  TakeOut(forbidden, lags_, inputs, cross);
  const RidgeFactor own(std::move(inputs), ridge_, lags_);
  CheckIndependence(own);
  SourceBlocks blocks(n_);
  for (size_t source = 0; source < n_; ++source) blocks[source] = own.BlockOf(source);
  FillTarget(target, own, blocks, cross, fit);
}

GrangerFit GrangerFitter::Run() {
  for (size_t target = 0; target < n_; ++target) CheckRows(target);
  FactorShared();
  GrangerFit fit;
  fit.scores.assign(n_ * n_, 0.0);
  fit.p_values.assign(n_ * n_, std::numeric_limits<double>::quiet_NaN());
  fit.coefficients.setZero(static_cast<Index>(n_ * lags_), static_cast<Index>(n_));
  fit.intercepts.setZero(static_cast<Index>(n_));
  fit.target_sd.setZero(static_cast<Index>(n_));
  fit.residual_sd.setZero(static_cast<Index>(n_));
  setting_.input().pool.Run(n_, [&](size_t target, size_t) {
    FitTarget(target, fit);
    setting_.PartDone();
  });
  return fit;
}

}  // namespace

GrangerFit FitGranger(const LinearSetting& setting, const RegressionRows& rows, const LaggedMoments& moments) {
  return GrangerFitter(setting, rows, moments).Run();
}

std::vector<double> LagCoefficients(const LinearSetting& setting, const Eigen::MatrixXd& coefficients) {
  const size_t n = setting.variables(), lags = setting.lags();
  std::vector<double> result(lags * n * n);
  for (size_t i = 0; i < result.size(); ++i) {
    const size_t lag = i / (n * n), target = i / n % n, source = i % n;
    result[i] = coefficients(static_cast<Index>(source * lags + lag), static_cast<Index>(target));
  }
  return result;
}

}  // namespace mask2cause
