#include "core/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace mask2cause {
namespace {

TEST(ThreadPool, RunsEveryTaskOnceForAnyNumberOfThreads) {
  for (size_t threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (size_t tasks : {0, 1, 2, 7, 100}) {
      std::vector<std::atomic<int>> runs(tasks);
      for (int round = 0; round < 50; ++round) {
        pool.Run(tasks, [&](size_t index, size_t worker) {
          EXPECT_LT(worker, threads);
          ++runs[index];
        });
      }
      for (auto& count : runs) EXPECT_EQ(count, 50);
    }
  }
}

TEST(ThreadPool, NoTaskRunsAfterItsRoundEvenWhenThePoolGoesAtOnce) {
  std::atomic<int> runs = 0;
  for (int round = 0; round < 2000; ++round) {
    ThreadPool pool(4);
    pool.Run(2, [&](size_t, size_t) { ++runs; });
  }
  EXPECT_EQ(runs, 4000);
}

TEST(ThreadPool, PassesOnTheExceptionAndStaysUsable) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.Run(10,
                        [](size_t i, size_t) {
                          if (i == 4) throw std::runtime_error("four");
                        }),
               std::runtime_error);
  std::atomic<int> sum = 0;
  pool.Run(10, [&](size_t i, size_t) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum, 45);
}

TEST(ThreadPool, BeginsNoMoreTasksAfterAnException) {
  for (const size_t threads : {1, 2}) {
    ThreadPool pool(threads);
    std::atomic<size_t> begun = 0;
    EXPECT_THROW(pool.Run(100000,
                          [&](size_t, size_t) {
                            ++begun;
                            throw std::runtime_error("at once");
                          }),
                 std::runtime_error);
    EXPECT_LE(begun, threads);
  }
}

}  // namespace
}  // namespace mask2cause
