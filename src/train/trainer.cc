#include "train/trainer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/rng.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kMostRetreats = 3;
constexpr uint64_t kShuffleStream = uint64_t{1} << 32;  // streams below it are the tensors'

void Copy(const Parameters& from, Parameters& to) {
  std::copy(from.values.begin(), from.values.end(), to.values.begin());
  std::copy(from.first.begin(), from.first.end(), to.first.begin());
  std::copy(from.second.begin(), from.second.end(), to.second.begin());
  to.step = from.step;
}

void SaveParameters(ByteWriter& out, const Parameters& p) {
  out.U64(p.step);
  for (const AlignedFloats* block : {&p.values, &p.first, &p.second}) out.Floats({block->data(), block->size()});
}

void LoadParameters(ByteReader& in, Parameters& p) {
  p.step = in.U64();
  for (AlignedFloats* block : {&p.values, &p.first, &p.second}) in.Floats({block->data(), block->size()});
}

bool AllFinite(const AlignedFloats& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

// The variable with the largest scaled value in the batch: the first suspect when a loss explodes.
std::string Suspect(const WindowSource& source, const Batch& batch) {
  float largest = 0.0f;
  size_t variable = 0;
  for (size_t r = 0; r < batch.x.rows; ++r) {
    const float value = std::max(std::abs(batch.target[r]), std::abs(batch.x.row(r)[source.lags() - 1]));
    if (value > largest) {
      largest = value;
      variable = r % source.variables();
    }
  }
  return fmt::format("the most extreme value of that batch is {:.3g} standard deviations, in '{}'", largest,
                     source.name(variable));
}

}  // namespace

Trainer::Trainer(const Model& model, const WindowSource& source, const TrainOptions& options, ThreadPool& pool,
                 const std::vector<double>& locked, const WindowSource* held_out)
    : model_(model),
      source_(source),
      options_(options),
      steps_per_epoch_((source.windows() + options.batch - 1) / options.batch),
      stepper_(model,
               {options.lambda, options.dropout, options.seed, std::min(options.batch, source.windows()),
                options.edge_dropout},
               pool, locked),
      current_(model.layout.size()),
      good_(model.layout.size()),
      locked_(locked),
      held_out_masks_(model.config.variables, model.config.graphs(), model.config.masks_per_graph()),
      best_(held_out == nullptr ? 0 : model.layout.size()) {
  InitializeParameters(model, options.seed, options.theta_init, current_.values.data());
  StartTheta();
  Copy(current_, good_);
  if (held_out != nullptr) held_out_.emplace(model, *held_out);
  std::copy_n(current_.values.begin(), best_.size(), best_.begin());
  if (options.gate_records > 0) RecordGates();
}

void Trainer::StartTheta() {
  if (options_.theta_start.empty() || model_.config.locked) return;
  const size_t n = model_.config.variables;
  for (size_t graph = 0; graph < model_.config.graphs(); ++graph) {
    for (size_t mask = 0; mask < model_.config.masks_per_graph(); ++mask) {
      const Tensor& tensor = model_.layout[model_.ThetaTensor(graph, mask)];
      for (size_t cell = 0; cell < n * n; ++cell) {
        current_.values[tensor.Index(cell / n, cell % n)] =
            static_cast<float>(options_.theta_start[graph * n * n + cell]);
      }
    }
  }
}

double Trainer::LearningRate() const {
  const double base = std::ldexp(options_.learning_rate, -static_cast<int>(retreats_));
  if (options_.schedule == Schedule::kConstant) return base;
  const double done = static_cast<double>(current_.step) / static_cast<double>(total_steps());
  return 0.5 * base * (1.0 + std::cos(std::numbers::pi * done));
}

// The order of an epoch is a function of (seed, epoch) alone, so a resumed run finds it again.
void Trainer::Shuffle() {
  if (order_epoch_ == epoch()) return;
  order_.resize(source_.windows());
  std::iota(order_.begin(), order_.end(), 0);
  Rng(options_.seed, kShuffleStream + epoch()).Shuffle(order_);
  order_epoch_ = epoch();
}

// The state becomes the one to go back to.
void Trainer::EndEpoch() {
  epoch_losses_.push_back(epoch_sum_ / static_cast<double>(steps_per_epoch_));
  epoch_sum_ = 0.0;
  Copy(current_, good_);
  if (held_out_) CheckHeldOut();
  // Moments lie evenly between the start and the last epoch.
  const size_t between = options_.gate_records < 2 ? 0 : options_.gate_records - 1;
  const size_t done = epoch_losses_.size();
  if (done * between / options_.epochs > (done - 1) * between / options_.epochs) RecordGates();
}

void Trainer::RecordGates() {
  SetMasks(model_, current_.values.data(), locked_, held_out_masks_);
  GateRecord& record = gate_records_.emplace_back();
  record.epochs = epoch_losses_.size();
  for (size_t graph = 0; graph < model_.config.graphs(); ++graph) {
    const std::vector<double> gates = held_out_masks_.MeanAdjacency(graph);
    record.gates.resize(gates.size(), 0.0f);
    for (size_t c = 0; c < gates.size(); ++c) record.gates[c] = std::max(record.gates[c], static_cast<float>(gates[c]));
  }
}

void Trainer::CheckHeldOut() {
  SetMasks(model_, current_.values.data(), locked_, held_out_masks_);
  const double loss = held_out_->MeanLoss(current_.values.data(), held_out_masks_);
  const bool better = best_epoch_ == 0 || loss < held_out_losses_[best_epoch_ - 1];
  held_out_losses_.push_back(loss);
  if (!better) return;
  best_epoch_ = held_out_losses_.size();
  std::copy(current_.values.begin(), current_.values.end(), best_.begin());
}

bool Trainer::OutOfPatience() const {
  if (!held_out_ || best_epoch_ == 0) return false;
  const double since = static_cast<double>(held_out_losses_.size() - best_epoch_);
  return since > options_.patience * static_cast<double>(options_.epochs);
}

void Trainer::GoBack(const Batch& batch, uint64_t failed_step) {
  if (retreats_ == kMostRetreats) {
    throw Error(
        ErrorKind::kNumerical,
        fmt::format(
            "the loss is not finite at step {} (epoch {}), also after the learning rate was halved {} times; {}",
            failed_step, (failed_step - 1) / steps_per_epoch_ + 1, kMostRetreats, Suspect(source_, batch)),
        "lower --lr, or look for extreme values with `mask2cause inspect`");
  }
  ++retreats_;
  Copy(good_, current_);
  epoch_sum_ = 0.0;
  stepper_.ParametersChanged();
}

void Trainer::Step() {
  Shuffle();
  const size_t first = static_cast<size_t>(current_.step % steps_per_epoch_) * options_.batch;
  const size_t count = std::min(options_.batch, source_.windows() - first);
  const Batch batch = source_.Gather({order_.data() + first, count}, buffer_);
  const uint64_t this_step = current_.step + 1;
  const double loss = stepper_.ComputeGradient(batch, current_);
  if (!std::isfinite(loss)) return GoBack(batch, this_step);
  stepper_.Update(current_, LearningRate());
  last_loss_ = loss;
  epoch_sum_ += loss;
  if (current_.step % steps_per_epoch_ != 0) return;
  if (!AllFinite(current_.values)) return GoBack(batch, this_step);
  EndEpoch();
}

std::vector<double> Trainer::Adjacency(size_t graph) {
  SetMasks(model_, values().data(), locked_, held_out_masks_);
  return held_out_masks_.MeanAdjacency(graph);
}

void Trainer::Save(ByteWriter& out) const {
  SaveParameters(out, current_);
  SaveParameters(out, good_);
  out.U64(retreats_);
  out.F64(epoch_sum_);
  out.F64(last_loss_);
  out.Doubles(epoch_losses_);
  out.Doubles(held_out_losses_);
  out.U64(best_epoch_);
  out.Floats({best_.data(), best_.size()});
  out.U64(gate_records_.size());
  for (const GateRecord& record : gate_records_) {
    out.U64(record.epochs);
    out.Floats(record.gates);
  }
}

void Trainer::Load(ByteReader& in) {
  LoadParameters(in, current_);
  LoadParameters(in, good_);
  retreats_ = in.U64();
  epoch_sum_ = in.F64();
  last_loss_ = in.F64();
  epoch_losses_ = in.Doubles();
  held_out_losses_ = in.Doubles();
  best_epoch_ = in.U64();
  in.Floats({best_.data(), best_.size()});
  gate_records_.resize(std::min<size_t>(in.U64(), options_.gate_records));
  for (GateRecord& record : gate_records_) {
    record.epochs = in.U64();
    record.gates.resize(model_.config.variables * model_.config.variables);
    in.Floats(record.gates);
  }
  stepper_.ParametersChanged();
}

}  // namespace mask2cause
