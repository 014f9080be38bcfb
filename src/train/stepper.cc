#include "train/stepper.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/adam.h"
#include "kernels/denormals.h"
#include "train/loss.h"

namespace mask2cause {
namespace {

constexpr size_t kMostChunks = 8;       // threads that one run can use
constexpr size_t kRowsPerChunk = 128;   // at least, so that summing the partial gradients stays cheap
constexpr size_t kRowsPerTile = 100;    // about: activations of a tile stay in the second cache level
constexpr size_t kUpdateBlock = 16384;  // parameters of one update task

constexpr uint64_t kEdgeStream = uint64_t{1} << 40;  // of which edges a step does without; others are below

}  // namespace

Parameters::Parameters(size_t size) : values(size), first(size), second(size) {
  for (AlignedFloats* block : {&values, &first, &second}) std::fill(block->begin(), block->end(), 0.0f);
}

Stepper::Stepper(const Model& model, const StepperOptions& options, ThreadPool& pool, const std::vector<double>& locked)
    : model_(model),
      options_(options),
      pool_(pool),
      masks_(model.config.variables, model.config.graphs(), model.config.masks_per_graph()),
      transposes_(model.layout.transposed_size()),
      sums_(kMostChunks) {
  std::fill(transposes_.begin(), transposes_.end(), 0.0f);
  for (size_t graph = 0; model.config.locked && graph < model.config.graphs(); ++graph) masks_.SetLocked(graph, locked);
  const size_t chunks = Chunks(options.max_windows);
  for (size_t c = 0; c < chunks; ++c) {
    gradients_.emplace_back(model.layout.size());
    std::fill(gradients_.back().begin(), gradients_.back().end(), 0.0f);
  }
  size_t tile_windows = 1;
  for (size_t windows = 1; windows <= options.max_windows; ++windows) {
    const size_t chunk_windows = (windows + Chunks(windows) - 1) / Chunks(windows);
    tile_windows = std::max(tile_windows, TileWindows(chunk_windows));
  }
  const size_t rows = tile_windows * model.config.variables;
  Arena counter;
  TakeTileState(counter, model, rows);
  for (size_t w = 0; w < std::min(pool.threads(), chunks); ++w) {
    Worker worker{Arena(counter.used()), {}};
    worker.state = TakeTileState(worker.arena, model, rows);
    workers_.push_back(std::move(worker));
  }
  PlanUpdates();
}

size_t Stepper::Chunks(size_t windows) const {
  const size_t wanted = std::clamp<size_t>(windows * model_.config.variables / kRowsPerChunk, 1, kMostChunks);
  return std::min(std::bit_floor(wanted), windows);
}

size_t Stepper::TileWindows(size_t chunk_windows) const {
  const size_t tiles = (chunk_windows * model_.config.variables + kRowsPerTile / 2) / kRowsPerTile;
  const size_t count = std::clamp<size_t>(tiles, 1, chunk_windows);
  return (chunk_windows + count - 1) / count;
}

// Weights are updated and transposed as one task each; everything else is cut into blocks.
void Stepper::PlanUpdates() {
  const auto& tensors = model_.layout.tensors();
  for (size_t t = 0; t < tensors.size(); ++t) {
    const Tensor& tensor = tensors[t];
    if (tensor.packed) {
      updates_.push_back({tensor.offset, tensor.size(), t, false});
      continue;
    }
    for (size_t first = 0; first < tensor.size(); first += kUpdateBlock) {
      const size_t size = std::min(kUpdateBlock, tensor.size() - first);
      updates_.push_back({tensor.offset + first, size, std::nullopt, tensor.start == Start::kTheta});
    }
  }
}

void Stepper::RefreshMasks(const float* values) {
  if (model_.config.locked) return;
  for (size_t graph = 0; graph < masks_.graphs; ++graph) {
    for (size_t mask = 0; mask < masks_.per_graph; ++mask) {
      const Tensor& tensor = model_.layout[model_.ThetaTensor(graph, mask)];
      masks_.SetFromTheta(graph, mask, values + tensor.offset, PaddedColumns(tensor.cols), model_.config.gamma);
    }
  }
}

void Stepper::RunChunk(const Batch& batch, const Weights& weights, uint64_t step, double weight, size_t chunk,
                       size_t chunks, size_t worker) {
  const FlushDenormals flush;
  const size_t n = model_.config.variables;
  const size_t begin = batch.windows * chunk / chunks, end = batch.windows * (chunk + 1) / chunks;
  const size_t tile_windows = TileWindows(end - begin);
  TileState& state = workers_[worker].state;
  Gradients gradients{&model_.layout, gradients_[chunk].data(), true};
  ClearGradients(gradients);
  ChunkSum sum;
  for (size_t first = begin; first < end; first += tile_windows) {
    const size_t rows = std::min(tile_windows, end - first) * n;
    SetRows(state, rows);
    const TileContext context{first * n, options_.dropout, options_.seed, step};
    const ConstMatrix x = {batch.x.row(first * n), rows, batch.x.cols, batch.x.stride};
    Forward(model_, weights, masks_, context, x, state);
    const LossSum loss = ForecastLoss({.objective = model_.config.objective,
                                       .rows = rows,
                                       .mean = state.mean,
                                       .scale = state.scale,
                                       .target = batch.target + first * n,
                                       .observed = batch.observed == nullptr ? nullptr : batch.observed + first * n,
                                       .weight = weight,
                                       .dof = model_.dof == 0 ? 0.0 : static_cast<double>(*weights.at(model_.dof)),
                                       .dmean = state.dmean,
                                       .dscale = state.dscale});
    sum.loss += loss.loss;
    sum.ddof += loss.ddof;
    Backward(model_, weights, gradients, masks_, context, x, state);
    gradients.fresh = false;
  }
  if (model_.dof != 0) *gradients.at(model_.dof) = static_cast<float>(sum.ddof);
  sums_[chunk] = sum;
}

double Stepper::ComputeGradient(const Batch& batch, const Parameters& parameters) {
  const size_t rows = batch.windows * model_.config.variables;
  double observed = static_cast<double>(rows);
  if (batch.observed != nullptr)
    observed = static_cast<double>(std::count(batch.observed, batch.observed + rows, 1.0f));
  if (!transposes_current_) TransposeWeights(model_, parameters.values.data(), transposes_.data());
  transposes_current_ = true;
  RefreshMasks(parameters.values.data());
  if (options_.edge_dropout > 0.0) {
    masks_.ShutAtRandom(options_.edge_dropout, Rng(options_.seed, kEdgeStream + parameters.step));
  }
  const Weights weights{&model_.layout, parameters.values.data(), transposes_.data()};
  chunks_used_ = Chunks(batch.windows);
  // With fewer chunks than threads any thread may come to run one, so the memory goes by chunk.
  const bool by_chunk = workers_.size() < pool_.threads();
  pool_.Run(chunks_used_, [&](size_t chunk, size_t worker) {
    RunChunk(batch, weights, parameters.step, observed > 0.0 ? 1.0 / observed : 0.0, chunk, chunks_used_,
             by_chunk ? chunk : worker);
  });
  prediction_loss_ = 0.0;
  for (size_t c = 0; c < chunks_used_; ++c) prediction_loss_ += sums_[c].loss;
  if (model_.config.locked) return prediction_loss_;
  double penalty = 0.0;
  for (size_t graph = 0; graph < masks_.graphs; ++graph) {
    for (size_t mask = 0; mask < masks_.per_graph; ++mask) {
      penalty += OffDiagonalMean(masks_.Adjacency(graph, mask), masks_.variables);
    }
  }
  ThetaGradients(chunks_used_);
  return prediction_loss_ + options_.lambda * penalty / static_cast<double>(masks_.graphs * masks_.per_graph);
}

// Sums the partial gradients of log(A + 1e-6) into the first chunk's slot and turns them into Theta's.
void Stepper::ThetaGradients(size_t chunks) {
  const size_t n = masks_.variables;
  const double share =
      n < 2 ? 0.0 : options_.lambda / static_cast<double>(n * (n - 1) * masks_.graphs * masks_.per_graph);
  for (size_t graph = 0; graph < masks_.graphs; ++graph) {
    for (size_t mask = 0; mask < masks_.per_graph; ++mask) {
      const Tensor& tensor = model_.layout[model_.ThetaTensor(graph, mask)];
      float* const total = gradients_[0].data() + tensor.offset;
      for (size_t c = 1; c < chunks; ++c) {
        const float* const part = gradients_[c].data() + tensor.offset;
        for (size_t i = 0; i < tensor.size(); ++i) total[i] += part[i];
      }
      MaskBackward(masks_.Adjacency(graph, mask), n, share, total, PaddedColumns(n));
    }
  }
}

void Stepper::Update(Parameters& parameters, double learning_rate) {
  const double t = static_cast<double>(++parameters.step);
  AdamStep adam;
  adam.rate = static_cast<float>(learning_rate / (1.0 - std::pow(0.9, t)));
  adam.inverse_root_correction = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(0.999, t)));
  pool_.Run(updates_.size(), [&](size_t index, size_t) {
    const FlushDenormals flush;
    const UpdateTask& task = updates_[index];
    const float* partial[kMostChunks];
    const size_t parts = task.theta ? 1 : chunks_used_;
    for (size_t c = 0; c < parts; ++c) partial[c] = gradients_[c].data() + task.first;
    AdamUpdate(task.size, {partial, parts}, parameters.values.data() + task.first, parameters.first.data() + task.first,
               parameters.second.data() + task.first, adam);
    if (task.transpose) {
      const Tensor& tensor = model_.layout[*task.transpose];
      TransposePacked(tensor.rows, tensor.cols, parameters.values.data() + tensor.offset,
                      transposes_.data() + tensor.transposed);
    }
  });
}

std::vector<float> Stepper::Gradient() const {
  std::vector<float> total(gradients_[0].begin(), gradients_[0].end());
  for (const UpdateTask& task : updates_) {
    for (size_t c = 1; c < (task.theta ? 1 : chunks_used_); ++c) {
      for (size_t i = task.first; i < task.first + task.size; ++i) total[i] += gradients_[c][i];
    }
  }
  return total;
}

}  // namespace mask2cause
