#include "train/evaluator.h"

#include <algorithm>
#include <numeric>

#include "kernels/denormals.h"
#include "train/loss.h"

namespace mask2cause {
namespace {

constexpr size_t kRowsAtOnce = 100;  // about: activations stay in the second cache level

size_t WindowsAtOnce(const Model& model) {
  return std::max<size_t>(1, kRowsAtOnce / model.config.variables);
}

size_t ArenaSize(const Model& model) {
  Arena counter;
  TakeTileState(counter, model, WindowsAtOnce(model) * model.config.variables);
  return counter.used();
}

}  // namespace

Evaluator::Evaluator(const Model& model, const WindowSource& source)
    : model_(model),
      source_(source),
      arena_(ArenaSize(model)),
      state_(TakeTileState(arena_, model, WindowsAtOnce(model) * model.config.variables)) {}

void Evaluator::Run(const float* values, const Masks& masks, const Visit& visit) {
  const FlushDenormals flush;
  const size_t at_once = WindowsAtOnce(model_);
  std::vector<uint32_t> chosen(at_once);
  for (size_t first = 0; first < source_.windows(); first += at_once) {
    const size_t count = std::min(at_once, source_.windows() - first);
    std::iota(chosen.begin(), chosen.end(), static_cast<uint32_t>(first));
    const Batch batch = source_.Gather({chosen.data(), count}, buffer_);
    for (size_t r = nudge_.variable; r < batch.x.rows; r += model_.config.variables) {
      buffer_.x[r * batch.x.stride + nudge_.column] += nudge_.amount;
    }
    SetRows(state_, batch.x.rows);
    Forward(model_, {&model_.layout, values, nullptr}, masks, {}, batch.x, state_);
    visit(first, batch, state_);
  }
}

size_t Evaluator::Losses(const float* values, const Masks& masks, std::vector<double>& losses) {
  const size_t n = model_.config.variables;
  losses.resize(source_.windows() * n);
  const double dof = model_.dof == 0 ? 0.0 : static_cast<double>(values[model_.layout[model_.dof].offset]);
  size_t observed = 0;
  Run(values, masks, [&](size_t first, const Batch& batch, TileState& state) {
    ForecastLoss({.objective = model_.config.objective,
                  .rows = batch.x.rows,
                  .mean = state.mean,
                  .scale = state.scale,
                  .target = batch.target,
                  .observed = batch.observed,
                  .dof = dof,
                  .dmean = state.dmean,
                  .dscale = state.dscale,
                  .losses = losses.data() + first * n});
    const float* const end = batch.observed + (batch.observed == nullptr ? 0 : batch.x.rows);
    observed += batch.observed == nullptr ? batch.x.rows : static_cast<size_t>(std::count(batch.observed, end, 1.0f));
  });
  return observed;
}

double Evaluator::MeanLoss(const float* values, const Masks& masks) {
  std::vector<double> losses;
  const size_t observed = Losses(values, masks, losses);
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(std::max<size_t>(1, observed));
}

void SetMasks(const Model& model, const float* values, const std::vector<double>& locked, Masks& masks) {
  for (size_t graph = 0; graph < masks.graphs; ++graph) {
    if (model.config.locked) {
      masks.SetLocked(graph, locked);
      continue;
    }
    for (size_t mask = 0; mask < masks.per_graph; ++mask) {
      const Tensor& theta = model.layout[model.ThetaTensor(graph, mask)];
      masks.SetFromTheta(graph, mask, values + theta.offset, PaddedColumns(theta.cols), model.config.gamma);
    }
  }
}

}  // namespace mask2cause
