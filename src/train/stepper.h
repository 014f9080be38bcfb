// One training step: gradient of a batch, then Adam. The batch is cut into chunks that do not depend on the number of
// threads; each chunk goes forward and backward by itself into its own gradient, and the partial gradients are summed
// in order. So any number of threads gives the same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/arena.h"
#include "core/parallel.h"
#include "model/model.h"

namespace mask2cause {

// Windows of a batch, gathered and scaled.
struct Batch {
  ConstMatrix x;                    // (windows x N, L), oldest lag first
  const float* target = nullptr;    // (windows x N)
  const float* observed = nullptr;  // (windows x N) 0 or 1; null: all are
  size_t windows = 0;
};

struct StepperOptions {
  double lambda = 0.01;  // weight of the off-diagonal mean of A
  double dropout = 0.1;
  uint64_t seed = 1;  // of the dropout masks
  size_t max_windows = 32;
  double edge_dropout = 0.0;  // share of the edges that a step does without
};

// What Adam changes: all a checkpoint needs besides the options.
struct Parameters {
  explicit Parameters(size_t size);
  AlignedFloats values, first, second;
  uint64_t step = 0;
};

class Stepper {
 public:
  // `locked`: (N, N) or empty. The model and the pool must outlive the stepper.
  Stepper(const Model& model, const StepperOptions& options, ThreadPool& pool, const std::vector<double>& locked = {});

  // Loss of the batch with penalty at the current parameters; their gradient stays inside.
  double ComputeGradient(const Batch& batch, const Parameters& parameters);
  // One Adam step with that gradient.
  void Update(Parameters& parameters, double learning_rate);

  // The summed gradient, in the layout of the parameters. For tests.
  std::vector<float> Gradient() const;
  double prediction_loss() const { return prediction_loss_; }
  const Masks& masks() const { return masks_; }
  // A and its log at these parameters.
  void RefreshMasks(const float* values);
  // To be called when the values were changed by anything but Update.
  void ParametersChanged() { transposes_current_ = false; }

 private:
  struct Worker {
    Arena arena;
    TileState state;
  };
  struct ChunkSum {
    double loss = 0.0;
    double ddof = 0.0;
  };
  struct UpdateTask {
    size_t first = 0, size = 0;
    std::optional<size_t> transpose;  // tensor
    bool theta = false;
  };

  size_t Chunks(size_t windows) const;
  size_t TileWindows(size_t chunk_windows) const;
  void RunChunk(const Batch& batch, const Weights& weights, uint64_t step, double weight, size_t chunk, size_t chunks,
                size_t worker);
  void PlanUpdates();
  void ThetaGradients(size_t chunks);

  const Model& model_;
  StepperOptions options_;
  ThreadPool& pool_;
  Masks masks_;
  AlignedFloats transposes_;
  bool transposes_current_ = false;
  std::vector<Worker> workers_;           // one per thread, or per chunk where these are fewer
  std::vector<AlignedFloats> gradients_;  // one per chunk
  std::vector<ChunkSum> sums_;
  std::vector<UpdateTask> updates_;
  size_t chunks_used_ = 0;
  double prediction_loss_ = 0.0;
};

}  // namespace mask2cause
