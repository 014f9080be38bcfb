#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace mask2cause {
namespace {

// A waiting thread looks this often before it goes to sleep: long enough for the pause between two phases of a training
// step, short enough not to burn a core while the caller does something else.
constexpr int kSpins = 5000;

inline void Relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

size_t HardwareThreads() {
  return std::max<size_t>(1, std::thread::hardware_concurrency());
}

// Helpers are welcome but not waited for: a round is over when its tasks are done, whoever did them. So a helper that
// the system has put aside, on a busy machine or with more threads than cores, delays nobody.
struct ThreadPool::Team {
  using Task = std::function<void(size_t, size_t)>;
  static constexpr uint64_t kIndexMask = 0xFFFFFFFFu;

  explicit Team(size_t helpers) : spins(helpers < HardwareThreads() ? kSpins : 0) {
    for (size_t w = 1; w <= helpers; ++w) {
      try {
        threads.emplace_back([this, w] { Serve(w); });
      } catch (const std::system_error&) {
        return;  // the system gives no more threads: those there are do the work
      }
    }
  }
  // Wakes everybody, but opens no tickets: a helper that is still on its way out of the last round would take one and
  // run a task that is gone.
  ~Team() {
    stop.store(true);
    Wake();
  }

  // Nobody can take a ticket of the last round any more; only then may the round's fields change.
  void Close() { ticket.store(ticket.load() | kIndexMask); }
  void Open() {
    ticket.store(((ticket.load() >> 32) + 1) << 32);
    Wake();
  }
  void Wake() {
    round.fetch_add(1);
    round.notify_all();
  }

  void Serve(size_t worker) {
    uint32_t seen = 0;
    for (;;) {
      for (int i = 0; i < spins && round.load() == seen; ++i) Relax();
      round.wait(seen);
      seen = round.load();
      if (stop.load()) return;
      Work(worker);
    }
  }

  // Takes tickets (round in the high half, task in the low) until there are none.
  void Work(size_t worker) {
    uint64_t mine = ticket.load();
    for (;;) {
      const size_t index = mine & kIndexMask;
      if (index >= tasks.load()) return;
      const Task* const run = task.load();
      if (!ticket.compare_exchange_weak(mine, mine + 1)) continue;
      try {
        if (!failed.load()) (*run)(index, worker);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        failed.store(true);
      }
      done.fetch_add(1);
      mine = ticket.load();
    }
  }

  std::atomic<const Task*> task{nullptr};
  std::atomic<size_t> tasks{0};
  std::atomic<size_t> done{0};
  std::atomic<uint64_t> ticket{kIndexMask};
  std::atomic<uint32_t> round{0};
  std::atomic<bool> stop{false};
  std::atomic<bool> failed{false};  // a task of this round
  const int spins;
  std::mutex mutex;  // of failure
  std::exception_ptr failure;
  std::vector<std::jthread> threads;  // last: joined before the rest goes
};

ThreadPool::ThreadPool(size_t threads) : threads_(threads == 0 ? HardwareThreads() : threads) {
  if (threads_ > 1) team_ = std::make_unique<Team>(threads_ - 1);
}

ThreadPool::~ThreadPool() = default;

void ThreadPool::Run(size_t tasks, const std::function<void(size_t, size_t)>& task) {
  if (!team_ || tasks <= 1) {
    for (size_t i = 0; i < tasks; ++i) task(i, 0);
    return;
  }
  Team& team = *team_;
  team.Close();
  team.task.store(&task);
  team.tasks.store(tasks);
  team.done.store(0);
  team.failure = nullptr;
  team.failed.store(false);
  team.Open();
  team.Work(0);
  for (int i = 0; team.done.load() != tasks; ++i) {
    if (i < team.spins) {
      Relax();
    } else {
      std::this_thread::yield();
    }
  }
  if (team.failure) std::rethrow_exception(team.failure);
}

}  // namespace mask2cause
