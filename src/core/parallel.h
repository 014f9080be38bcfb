// The only place with threads. Work is cut into tasks whose results do not depend on who runs them, so any number of
// threads gives the same bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace mask2cause {

size_t HardwareThreads();

// A team of threads that is told again and again to run the same kind of small tasks; waking it costs about a
// microsecond.
class ThreadPool {
 public:
  explicit ThreadPool(size_t threads);  // 0: all cores. The caller is one of them.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  size_t threads() const { return threads_; }

  // Calls task(index, worker) for index 0..tasks-1, worker < threads(). Returns when all are done; after an exception
  // no more are begun, and the first one is thrown again here. Not to be called from within a task of the same pool.
  void Run(size_t tasks, const std::function<void(size_t index, size_t worker)>& task);

 private:
  struct Team;
  size_t threads_;
  std::unique_ptr<Team> team_;
};

}  // namespace mask2cause
