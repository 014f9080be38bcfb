// Same seed, same bytes: with any number of threads, interrupted or not. And what the progress callback may rely on.
#include "train/ensemble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

#include "data/temp_folder.h"
#include "model/trained_model.h"
#include "train/checkpoint.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

struct Bytes {
  std::vector<double> scores;
  std::string model;
  bool operator==(const Bytes&) const = default;
};

Bytes BytesOf(const Result& result) {
  return {result.scores.values, ModelFileBytes(*result.model)};
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Determinism, SameBytesForAnyNumberOfThreads) {
  // A batch is cut into eight chunks at 40 variables, two at 10, one at 3: more threads than chunks, and fewer.
  for (const auto& [variables, members] :
       std::vector<std::pair<size_t, size_t>>{{40, 1}, {40, 3}, {10, 1}, {3, 1}, {3, 3}}) {
    const Dataset data = SimulateSmall(System::kVar, variables, 100).data;
    DiscoverOptions options = QuickOptions();
    options.members = members;
    options.dropout = 0.2;
    options.epochs = 2;
    const Bytes expected = BytesOf(Discover(data, options));
    EXPECT_EQ(BytesOf(Discover(data, options)), expected) << "another run";
    for (const size_t threads : {2, 3, 8}) {
      options.threads = threads;
      EXPECT_EQ(BytesOf(Discover(data, options)), expected)
          << variables << " variables, " << threads << " threads, " << members << " members";
    }
    options.seed = 2;
    EXPECT_NE(BytesOf(Discover(data, options)).scores, expected.scores);
  }
}

TEST(Ensemble, EveryOtherMemberIsTheRunOfItsSeed) {
  const Dataset data = CauseAndEffect(60);
  DiscoverOptions options = QuickOptions();
  options.members = 3;
  const Result all = Discover(data, options);
  options.members = 1;
  options.seed = 3;
  const Result third = Discover(data, options);
  EXPECT_EQ(all.epoch_losses[2], third.epoch_losses[0]);
  EXPECT_EQ(all.steps, 3 * third.steps);
}

// Losses of the second of two members, and of a network alone with the same seed, which sees all windows.
std::pair<std::vector<double>, std::vector<double>> SecondAndAlone(size_t rows) {
  const Dataset data = CauseAndEffect(rows);
  DiscoverOptions options = QuickOptions();
  options.members = 2;
  const Result both = Discover(data, options);
  options.members = 1;
  options.seed = 2;
  return {both.epoch_losses[1], Discover(data, options).epoch_losses[0]};
}

TEST(Ensemble, TheOthersLearnFromResampledBlocks) {
  const auto [second, alone] = SecondAndAlone(200);
  EXPECT_NE(second, alone) << "as if it had seen all windows";
}

TEST(Ensemble, AllLearnFromAllWindowsWhereTheyAreFew) {
  const auto [second, alone] = SecondAndAlone(60);
  EXPECT_EQ(second, alone);
}

TEST(ResampleBlocks, DrawsAsManyWindowsInBlocksOfNeighbours) {
  std::vector<uint32_t> windows(1000);
  std::iota(windows.begin(), windows.end(), 500u);
  const std::vector<uint32_t> drawn = ResampleBlocks(windows, 7);
  ASSERT_EQ(drawn.size(), windows.size());
  EXPECT_TRUE(std::is_sorted(drawn.begin(), drawn.end(), [](uint32_t a, uint32_t b) { return a + 10 < b; }));
  size_t neighbours = 0;
  for (size_t i = 1; i < drawn.size(); ++i) neighbours += drawn[i] == drawn[i - 1] + 1 ? 1 : 0;
  EXPECT_GE(neighbours, 900u) << "blocks of ten: nine in ten follow their neighbour";
  const std::set<uint32_t> distinct(drawn.begin(), drawn.end());
  EXPECT_GE(*distinct.begin(), 500u);
  EXPECT_LT(*distinct.rbegin(), 1500u);
  EXPECT_GT(distinct.size(), 550u);  // 1 - 1/e of them, give or take
  EXPECT_LT(distinct.size(), 710u);
  EXPECT_EQ(ResampleBlocks(windows, 7), drawn);
  EXPECT_NE(ResampleBlocks(windows, 8), drawn);
}

TEST(ResampleBlocks, OfHardlyAnything) {
  EXPECT_TRUE(ResampleBlocks({}, 1).empty());
  EXPECT_EQ(ResampleBlocks({4}, 1), std::vector<uint32_t>{4});
  EXPECT_EQ(ResampleBlocks({4, 5}, 1), (std::vector<uint32_t>{4, 5})) << "one block holds both";
}

TEST(Progress, IsNeverCalledFromTwoThreadsAtOnce) {
  DiscoverOptions options = QuickOptions();
  options.members = 4;
  options.threads = 4;
  options.epochs = 60;
  std::atomic<int> inside{0}, calls{0};
  std::atomic<bool> overlapped{false};
  Discover(CauseAndEffect(300), options, [&](const ProgressEvent& event) {
    if (++inside > 1) overlapped = true;
    EXPECT_GE(event.fraction, 0.0);
    EXPECT_LE(event.fraction, 1.0);
    EXPECT_TRUE(Says(event.detail, "epoch") || Says(event.detail, "lags and signs")) << event.detail;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));  // long enough to be met by another member
    ++calls;
    --inside;
    return true;
  });
  EXPECT_FALSE(overlapped);
  EXPECT_GE(calls, 4) << "every member reports at least once";
}

TEST(Progress, CancelEndsWithInterrupted) {
  for (const size_t threads : {1, 3}) {
    DiscoverOptions options = QuickOptions();
    options.members = 3;
    options.threads = threads;
    options.epochs = 100000;
    int calls = 0;
    const Error error =
        ErrorFrom([&] { Discover(CauseAndEffect(100), options, [&](const ProgressEvent&) { return ++calls < 3; }); });
    EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
    EXPECT_EQ(calls, 3) << "not asked again after it said no";
  }
}

// A run that is cancelled a moment after it began.
DiscoverOptions CancelledRun(const TempFolder& folder, const Dataset& data, size_t members, int calls_before = 1) {
  DiscoverOptions options = QuickOptions();
  options.members = members;
  options.epochs = 200;
  options.checkpoint_directory = folder.path() + "/state";
  int calls = 0;
  const Error error =
      ErrorFrom([&] { Discover(data, options, [&](const ProgressEvent&) { return ++calls <= calls_before; }); });
  EXPECT_EQ(error.kind(), ErrorKind::kInterrupted);
  EXPECT_TRUE(Says(error.what(), options.checkpoint_directory)) << error.what();
  EXPECT_TRUE(Says(error.hint(), "--resume")) << error.hint();
  options.resume = true;
  return options;
}

TEST(Checkpoint, ACancelledRunGoesOnToTheSameBytes) {
  const Dataset data = CauseAndEffect(200);
  for (const size_t members : {1, 3}) {
    const TempFolder folder;
    DiscoverOptions options = CancelledRun(folder, data, members);
    options.threads = 2;  // not part of the identity
    const Bytes resumed = BytesOf(Discover(data, options));
    options.resume = false;
    options.checkpoint_directory.clear();
    EXPECT_EQ(resumed, BytesOf(Discover(data, options)));
  }
}

TEST(Checkpoint, AnotherRunIsNamed) {
  const TempFolder folder;
  const Dataset data = CauseAndEffect(200);
  const DiscoverOptions good = CancelledRun(folder, data, 1);
  DiscoverOptions options = good;
  options.lr = 0.001;
  Error error = ErrorFrom([&] { Discover(data, options); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_TRUE(Says(error.what(), "lr=0.003 there, lr=0.001 here")) << error.what();
  error = ErrorFrom([&] { Discover(CauseAndEffect(199), good); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_TRUE(Says(error.what(), "data=")) << error.what();
}

TEST(Checkpoint, AnotherLockedGraphUnderTheSameNameIsNamed) {
  const TempFolder folder;
  const Dataset data = CauseAndEffect(200);
  DiscoverOptions options = QuickOptions();
  options.lock_graph = folder.Write("graph.csv", "1,0\n1,1\n");
  options.checkpoint_directory = folder.path() + "/state";
  Discover(data, options);  // leaves its final state
  options.resume = true;
  EXPECT_NO_THROW(Discover(data, options));
  folder.Write("graph.csv", "1,1\n1,1\n");
  const Error error = ErrorFrom([&] { Discover(data, options); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_TRUE(Says(error.what(), "locked graph=")) << error.what();
}

TEST(Checkpoint, ADamagedOneIsRefused) {
  const TempFolder folder;
  const Dataset data = CauseAndEffect(200);
  const DiscoverOptions options = CancelledRun(folder, data, 1);
  const std::string path = CheckpointPath(options.checkpoint_directory, 0);
  const std::string whole = ReadFile(path);
  ASSERT_GT(whole.size(), 1000u);
  const auto refuse = [&](const std::string& bytes) {
    folder.Write("state/member-0.checkpoint", bytes);
    const Error error = ErrorFrom([&] { Discover(data, options); });
    EXPECT_EQ(error.kind(), ErrorKind::kData) << error.what();
    EXPECT_TRUE(Says(error.what(), path)) << error.what();
    EXPECT_FALSE(error.hint().empty());
  };
  for (size_t part = 0; part < 20; ++part) refuse(whole.substr(0, whole.size() * part / 20));
  Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    std::string flipped = whole;
    flipped[rng.Below(whole.size())] ^= static_cast<char>(1u << rng.Below(8));
    refuse(flipped);
  }
  folder.Write("state/member-0.checkpoint", whole);
  EXPECT_NO_THROW(Discover(data, options));
}

TEST(Checkpoint, NoneToResumeFromIsAFreshStart) {
  const TempFolder folder;
  const Dataset data = CauseAndEffect(100);
  DiscoverOptions options = QuickOptions();
  const Bytes expected = BytesOf(Discover(data, options));
  options.resume = true;
  options.checkpoint_directory = folder.path() + "/none";
  EXPECT_EQ(BytesOf(Discover(data, options)), expected);
}

}  // namespace
}  // namespace mask2cause
