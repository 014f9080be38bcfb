#include "methods/scout.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/linear_baseline.h"

namespace mask2cause {
namespace {

// Squared errors as Gaussians with each variable's own variance.
double SquaredErrorLoss(const Model& model, const WindowSource& source, const std::vector<double>& locked,
                        const MemberResult& scout) {
  const size_t n = source.variables();
  const WindowSource held_out = source.Subset(scout.held_out);
  AlignedFloats values(model.layout.size());
  std::copy(scout.values.begin(), scout.values.end(), values.begin());
  Masks masks(n, model.config.graphs(), model.config.masks_per_graph());
  SetMasks(model, values.data(), locked, masks);
  std::vector<double> errors(n, 0.0), counts(n, 0.0);
  Evaluator(model, held_out).Run(values.data(), masks, [&](size_t, const Batch& batch, TileState& state) {
    for (size_t r = 0; r < batch.x.rows; ++r) {
      if (batch.observed != nullptr && batch.observed[r] == 0.0f) continue;
      errors[r % n] += std::pow(static_cast<double>(state.mean[r]) - static_cast<double>(batch.target[r]), 2.0);
      counts[r % n] += 1.0;
    }
  });
  return GaussianLoss(errors, counts);
}

// Likelihoods without the Gaussian's constant.
double HeldOutLoss(const Model& model, const WindowSource& source, const std::vector<double>& locked,
                   const MemberResult& scout) {
  constexpr double kGaussianConstant = 0.9189385332046727;  // log(2 pi) / 2
  const Objective objective = model.config.objective;
  if (objective == Objective::kMse) return SquaredErrorLoss(model, source, locked, scout);
  const bool whole = objective == Objective::kStudentT || objective == Objective::kLaplace;
  return scout.held_out_losses[scout.best_epoch - 1] - (whole ? kGaussianConstant : 0.0);
}

}  // namespace

Scouted SendScout(const Model& model, const WindowSource& source, EnsembleOptions options,
                  const std::vector<double>& locked, const EnsembleReport& report) {
  options.members = 1;
  options.checkpoint_directory.clear();
  options.checkpoint_every = 0;
  options.resume = false;
  Scouted scouted{std::move(TrainEnsemble(model, source, options, locked, report).front())};
  scouted.loss = HeldOutLoss(model, source, locked, scouted.network);
  return scouted;
}

}  // namespace mask2cause
