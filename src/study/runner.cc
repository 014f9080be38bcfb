#include "study/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "core/parallel.h"
#include "core/progress_meter.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

class Runner {
 public:
  Runner(std::vector<const StudyRun*> runs, RunLog& log, const RunContext& context, const Progress& progress)
      : runs_(std::move(runs)),
        log_(log),
        context_(context),
        meter_(progress, "running"),
        fractions_(std::make_unique<std::atomic<double>[]>(runs_.size())) {
    std::stable_sort(runs_.begin(), runs_.end(),
                     [](const StudyRun* a, const StudyRun* b) { return ExpectedSeconds(*a) > ExpectedSeconds(*b); });
    for (const StudyRun* run : runs_) total_ += ExpectedSeconds(*run);
  }

  std::vector<std::string> Execute(size_t jobs) {
    ThreadPool pool(jobs);
    pool.Run(runs_.size(), [&](size_t index, size_t) { ExecuteOne(index); });
    std::sort(failures_.begin(), failures_.end());
    return std::move(failures_);
  }

 private:
  void ExecuteOne(size_t index) {
    if (cancelled_.load()) return;
    const StudyRun& run = *runs_[index];
    RunContext context = context_;
    context.progress = [&](const ProgressEvent& event) {
      Advance(index, event.fraction);
      return true;
    };
    RunOutcome outcome;
    try {
      Advance(index, 0.0);
      outcome = run.function(run, context);
      outcome.commit = context_.commit;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::kInterrupted) {
        cancelled_.store(true);
        throw;
      }
      return Fail(run, error.what());
    } catch (const std::exception& error) {
      return Fail(run, error.what());
    }
    try {
      log_.Add(run, outcome);
    } catch (...) {
      cancelled_.store(true);  // a full disk will not get better
      throw;
    }
    ++done_;
    Advance(index, 1.0);
  }

  void Fail(const StudyRun& run, const std::string& message) {
    const std::lock_guard lock(mutex_);
    failures_.push_back(
        fmt::format("{}, {}, {}, seed {}: {}", run.row, run.series, run.data.name, run.options.seed, message));
    ++done_;
  }

  // Throws when the caller has cancelled.
  void Advance(size_t index, double fraction) {
    fractions_[index].store(fraction);
    double sum = 0.0;
    for (size_t i = 0; i < runs_.size(); ++i) sum += fractions_[i].load() * ExpectedSeconds(*runs_[i]);
    meter_.Report(std::min(1.0, sum / total_), fmt::format("{} of {} runs done", done_.load(), runs_.size()));
  }

  std::vector<const StudyRun*> runs_;
  RunLog& log_;
  const RunContext& context_;
  ProgressMeter meter_;
  std::unique_ptr<std::atomic<double>[]> fractions_;
  double total_ = 0.0;
  std::atomic<size_t> done_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;
  std::vector<std::string> failures_;
};

}  // namespace

std::vector<std::string> ExecuteRuns(const std::vector<StudyRun>& runs, RunLog& log, const RunContext& context,
                                     size_t jobs, const Progress& progress) {
  std::vector<const StudyRun*> open;
  for (const StudyRun& run : runs) {
    if (log.Find(run) == nullptr) open.push_back(&run);
  }
  if (open.empty()) return {};
  return Runner(std::move(open), log, context, progress).Execute(jobs);
}

}  // namespace mask2cause
