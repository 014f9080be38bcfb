// Trains one member: epochs of shuffled batches, a learning-rate schedule, and a way back when the loss explodes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/sealed_file.h"
#include "train/evaluator.h"
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
  double edge_dropout = 0.0;  // share of the edges that a step does without
  double theta_init = -1.0;
  std::vector<double> theta_start;  // (graphs, N, N) [target][source] to start from instead; or empty
  double patience = 0.3;    // held-out windows only: end after so large a part of all steps without a better loss
  size_t gate_records = 0;  // at how many moments A is kept, the start and the end included; 0: never
  uint64_t seed = 1;
};

// A as it was when so many epochs were done: (N, N), of several graphs the larger.
struct GateRecord {
  size_t epochs = 0;
  std::vector<float> gates;
};

class Trainer {
 public:
  // All arguments but the options must outlive the trainer. `locked`: (N, N) or empty. With `held_out` the state with
  // the least loss on these windows is the result, and the run ends once that has stood for long.
  Trainer(const Model& model, const WindowSource& source, const TrainOptions& options, ThreadPool& pool,
          const std::vector<double>& locked = {}, const WindowSource* held_out = nullptr);

  bool done() const { return current_.step >= total_steps() || OutOfPatience(); }
  uint64_t step() const { return current_.step; }
  uint64_t total_steps() const { return options_.epochs * steps_per_epoch_; }
  size_t epoch() const { return static_cast<size_t>(current_.step / steps_per_epoch_); }
  double last_loss() const { return last_loss_; }
  const std::vector<double>& epoch_losses() const { return epoch_losses_; }
  const std::vector<double>& held_out_losses() const { return held_out_losses_; }  // after each epoch
  size_t best_epoch() const { return best_epoch_; }  // 1-based; 0 without held-out windows
  const std::vector<GateRecord>& gate_records() const { return gate_records_; }
  // The result: the last state, or the best one on the held-out windows.
  const AlignedFloats& values() const { return held_out_ ? best_ : current_.values; }

  // One batch. A loss that is not finite takes the state back to the start of the epoch at half the learning rate; the
  // fourth time it is Error{kNumerical}.
  void Step();

  // A of one graph, averaged over layers that have their own: (N, N) [target][source].
  std::vector<double> Adjacency(size_t graph);

  // Everything that the rest of the run depends on.
  void Save(ByteWriter& out) const;
  void Load(ByteReader& in);

 private:
  void StartTheta();
  void EndEpoch();
  void RecordGates();
  void CheckHeldOut();
  bool OutOfPatience() const;
  void Shuffle();
  void GoBack(const Batch& batch, uint64_t failed_step);
  double LearningRate() const;

  const Model& model_;
  const WindowSource& source_;
  TrainOptions options_;
  size_t steps_per_epoch_;
  Stepper stepper_;
  Parameters current_, good_;  // now, and at the start of the epoch
  const std::vector<double>& locked_;
  std::optional<Evaluator> held_out_;
  Masks held_out_masks_;
  AlignedFloats best_;  // values
  size_t best_epoch_ = 0;
  std::vector<double> held_out_losses_;
  size_t retreats_ = 0;
  double epoch_sum_ = 0.0;  // of the losses of this epoch so far
  double last_loss_ = 0.0;
  std::vector<double> epoch_losses_;
  std::vector<GateRecord> gate_records_;
  std::vector<uint32_t> order_;  // of the windows in this epoch
  size_t order_epoch_ = SIZE_MAX;
  WindowSource::Buffer buffer_;
};

}  // namespace mask2cause
