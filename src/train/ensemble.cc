#include "train/ensemble.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/rng.h"
#include "mask2cause/error.h"
#include "train/checkpoint.h"

namespace mask2cause {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kReportEvery = std::chrono::milliseconds(20);

std::vector<uint32_t> Without(size_t windows, const std::vector<uint32_t>& block) {
  std::vector<uint32_t> rest;
  for (uint32_t w = 0; w < windows; ++w) {
    if (block.empty() || w < block.front() || w > block.back()) rest.push_back(w);
  }
  return rest;
}

class Ensemble {
 public:
  Ensemble(const Model& model, const WindowSource& source, const EnsembleOptions& options,
           const std::vector<double>& locked, const EnsembleReport& report)
      : model_(model),
        source_(source),
        options_(options),
        locked_(locked),
        report_(report),
        results_(options.members) {}

  std::vector<MemberResult> Run() {
    // States of an earlier run must not be mistaken for this one's when it is interrupted and resumed.
    if (!options_.resume && !options_.checkpoint_directory.empty()) RemoveCheckpoints(options_.checkpoint_directory);
    const size_t side_by_side = std::min(options_.members, options_.threads);
    ThreadPool members(side_by_side);
    members.Run(options_.members, [&](size_t member, size_t) {
      if (failed_.load()) return;
      try {
        ThreadPool pool(std::max<size_t>(1, options_.threads / side_by_side));
        TrainMember(member, pool);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::kInterrupted) failed_.store(true);
        throw;
      }
    });
    return std::move(results_);
  }

 private:
  void TrainMember(size_t member, ThreadPool& pool) {
    TrainOptions train = options_.train;
    train.seed += member;
    const std::vector<uint32_t> held_out =
        HeldOutWindows(source_.windows(), options_.held_out, member, options_.members);
    const WindowSource train_source = source_.Subset(WindowsToLearn(held_out, member));
    const WindowSource test_source = source_.Subset(held_out);
    Trainer trainer(model_, train_source, train, pool, locked_, held_out.empty() ? nullptr : &test_source);
    const std::string identity = fmt::format("{}member={}\n", options_.identity, member);
    if (options_.resume) LoadCheckpoint(options_.checkpoint_directory, member, identity, trainer);
    steps_done_ += trainer.step();
    try {
      TrainLoop(trainer, member, identity);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInterrupted || options_.checkpoint_directory.empty()) throw;
      SaveCheckpoint(options_.checkpoint_directory, member, identity, trainer);
      throw Error(ErrorKind::kInterrupted,
                  fmt::format("interrupted at step {} of {}; the state is in '{}'", trainer.step(),
                              trainer.total_steps(), options_.checkpoint_directory),
                  "to go on, give the same command with --resume");
    }
    if (failed_.load()) return;
    Finish(trainer, member, identity);
    results_[member].held_out = held_out;
  }

  // Empty for all.
  std::vector<uint32_t> WindowsToLearn(const std::vector<uint32_t>& held_out, size_t member) const {
    const bool resample = options_.resample && member % 2 == 1;
    if (held_out.empty() && !resample) return {};
    std::vector<uint32_t> windows = Without(source_.windows(), held_out);
    return resample ? ResampleBlocks(windows, options_.train.seed + member) : windows;
  }

  // Ends early when another member has failed: the run cannot succeed any more.
  void TrainLoop(Trainer& trainer, size_t member, const std::string& identity) {
    Clock::time_point last_report{};
    while (!trainer.done() && !failed_.load()) {
      const uint64_t before = trainer.step();
      trainer.Step();
      if (trainer.step() > before) ++steps_done_;
      if (options_.checkpoint_every > 0 && trainer.step() % options_.checkpoint_every == 0) {
        SaveCheckpoint(options_.checkpoint_directory, member, identity, trainer);
      }
      if (Clock::now() - last_report < kReportEvery) continue;
      last_report = Clock::now();
      Report(trainer);
    }
  }

  void Report(const Trainer& trainer) {
    const double all = static_cast<double>(options_.members) * static_cast<double>(trainer.total_steps());
    const double done = std::min(1.0, static_cast<double>(steps_done_.load()) / all);
    report_(done, fmt::format("epoch {}/{}, loss {:.4g}", std::min(trainer.epoch() + 1, options_.train.epochs),
                              options_.train.epochs, trainer.last_loss()));
  }

  void Finish(Trainer& trainer, size_t member, const std::string& identity) {
    if (!options_.checkpoint_directory.empty()) {
      SaveCheckpoint(options_.checkpoint_directory, member, identity, trainer);
    }
    MemberResult& result = results_[member];
    result.values.assign(trainer.values().begin(), trainer.values().end());
    for (size_t graph = 0; graph < model_.config.graphs(); ++graph)
      result.adjacency.push_back(trainer.Adjacency(graph));
    result.epoch_losses = trainer.epoch_losses();
    result.held_out_losses = trainer.held_out_losses();
    result.gate_records = trainer.gate_records();
    result.best_epoch = trainer.best_epoch();
    result.steps = trainer.step();
  }

  const Model& model_;
  const WindowSource& source_;
  const EnsembleOptions& options_;
  const std::vector<double>& locked_;
  const EnsembleReport& report_;
  std::vector<MemberResult> results_;
  std::atomic<uint64_t> steps_done_{0};
  std::atomic<bool> failed_{false};
};

}  // namespace

Masks MasksOf(const Model& model, const MemberResult& member) {
  Masks masks(model.config.variables, model.config.graphs(), model.config.masks_per_graph());
  for (size_t graph = 0; graph < masks.graphs; ++graph) masks.SetLocked(graph, member.adjacency[graph]);
  return masks;
}

std::vector<uint32_t> ResampleBlocks(const std::vector<uint32_t>& windows, uint64_t seed) {
  const size_t count = windows.size();
  if (count == 0) return {};
  const auto length = static_cast<size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
  Rng rng(seed);
  std::vector<size_t> starts((count + length - 1) / length);
  for (size_t& start : starts) start = rng.Below(count - length + 1);
  std::sort(starts.begin(), starts.end());
  std::vector<uint32_t> drawn;
  for (const size_t start : starts) {
    for (size_t w = start; w < start + length && drawn.size() < count; ++w) drawn.push_back(windows[w]);
  }
  return drawn;
}

std::vector<uint32_t> HeldOutWindows(size_t windows, double share, size_t member, size_t members) {
  const size_t count = static_cast<size_t>(share * static_cast<double>(windows));
  if (count == 0 || count >= windows) return {};
  // The blocks are spread evenly, the first at the end: the future, as a forecaster would be tested.
  const size_t first = (windows - count) * (members - 1 - member) / std::max<size_t>(1, members - 1);
  std::vector<uint32_t> block(count);
  std::iota(block.begin(), block.end(), static_cast<uint32_t>(members == 1 ? windows - count : first));
  return block;
}

std::vector<MemberResult> TrainEnsemble(const Model& model, const WindowSource& source, const EnsembleOptions& options,
                                        const std::vector<double>& locked, const EnsembleReport& report) {
  return Ensemble(model, source, options, locked, report).Run();
}

}  // namespace mask2cause
