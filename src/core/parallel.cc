#include "core/parallel.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace mask2cause {
namespace {

// A waiting thread looks this often before it goes to sleep: long enough for the pause between two phases of a training
// step, short enough not to burn a core while the caller does something else.
constexpr int kSpins = 20000;

inline void Relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

size_t HardwareThreads() { return std::max<size_t>(1, std::thread::hardware_concurrency()); }

struct ThreadPool::Team {
  explicit Team(size_t helpers) {
    for (size_t w = 1; w <= helpers; ++w) threads.emplace_back([this, w] { Serve(w); });
  }
  ~Team() {
    stop.store(true);
    Announce();
  }

  void Announce() {
    round.fetch_add(1, std::memory_order_seq_cst);
    std::lock_guard lock(mutex);
    wake.notify_all();
  }

  uint64_t AwaitRoundAfter(uint64_t seen) {
    for (int i = 0; i < kSpins; ++i) {
      const uint64_t now = round.load(std::memory_order_acquire);
      if (now != seen) return now;
      Relax();
    }
    std::unique_lock lock(mutex);
    wake.wait(lock, [&] { return round.load(std::memory_order_acquire) != seen; });
    return round.load(std::memory_order_acquire);
  }

  void Serve(size_t worker) {
    uint64_t seen = 0;
    for (;;) {
      seen = AwaitRoundAfter(seen);
      if (stop.load()) return;
      Work(worker);
      busy.fetch_sub(1, std::memory_order_acq_rel);
    }
  }

  void Work(size_t worker) {
    for (;;) {
      const size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= tasks) return;
      try {
        (*task)(index, worker);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  }

  const std::function<void(size_t, size_t)>* task = nullptr;
  size_t tasks = 0;
  std::atomic<size_t> next{0};
  std::atomic<size_t> busy{0};
  std::atomic<uint64_t> round{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable wake;
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
  team.task = &task;
  team.tasks = tasks;
  team.failure = nullptr;
  team.next.store(0);
  team.busy.store(threads_ - 1);
  team.Announce();
  team.Work(0);
  while (team.busy.load(std::memory_order_acquire) != 0) std::this_thread::yield();
  if (team.failure) std::rethrow_exception(team.failure);
}

}  // namespace mask2cause
