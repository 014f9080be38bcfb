// Trains one member: epochs of shuffled batches, a learning-rate schedule, and a way back when the loss explodes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sealed_file.h"
#include "train/stepper.h"
#include "train/window_source.h"

namespace mask2cause {

enum class Schedule { kConstant, kCosine };

struct TrainOptions {
  double learning_rate = 1e-3;
  Schedule schedule = Schedule::kConstant;
  size_t batch = 32;
  size_t epochs = 100;
  double lambda = 0.01;
  double dropout = 0.1;
  double theta_init = -1.0;
  uint64_t seed = 1;
};

class Trainer {
 public:
  // All arguments but the options must outlive the trainer. `locked`: (N, N) or empty.
  Trainer(const Model& model, const WindowSource& source, const TrainOptions& options, ThreadPool& pool,
          const std::vector<double>& locked = {});

  bool done() const { return current_.step >= total_steps(); }
  uint64_t step() const { return current_.step; }
  uint64_t total_steps() const { return options_.epochs * steps_per_epoch_; }
  size_t epoch() const { return static_cast<size_t>(current_.step / steps_per_epoch_); }
  double last_loss() const { return last_loss_; }
  const std::vector<double>& epoch_losses() const { return epoch_losses_; }
  const Parameters& parameters() const { return current_; }

  // One batch. A loss that is not finite takes the state back to the start of the epoch at half the learning rate; the
  // fourth time it is Error{kNumerical}.
  void Step();

  // A of one graph, averaged over layers that have their own: (N, N) [target][source].
  std::vector<double> Adjacency(size_t graph);

  // Everything that the rest of the run depends on.
  void Save(ByteWriter& out) const;
  void Load(ByteReader& in);

 private:
  void EndEpoch();
  void Shuffle();
  void GoBack(const Batch& batch, uint64_t failed_step);
  double LearningRate() const;

  const Model& model_;
  const WindowSource& source_;
  TrainOptions options_;
  size_t steps_per_epoch_;
  Stepper stepper_;
  Parameters current_, good_;  // now, and at the start of the epoch
  size_t retreats_ = 0;
  double epoch_sum_ = 0.0;     // of the losses of this epoch so far
  double last_loss_ = 0.0;
  std::vector<double> epoch_losses_;
  std::vector<uint32_t> order_;  // of the windows in this epoch
  size_t order_epoch_ = SIZE_MAX;
  WindowSource::Buffer buffer_;
};

}  // namespace mask2cause
