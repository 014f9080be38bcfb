// Reading and windowing must not hold the data twice. Measured in a child process, whose peak is its own.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "data/temp_folder.h"
#include "data/windows.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // their allocators keep freed and shadow memory
#else
constexpr bool kSanitized = false;
#endif

namespace mask2cause {
namespace {

constexpr size_t kRows = 20000, kVariables = 500;
constexpr double kFloatBytes = kRows * kVariables * sizeof(float);

double PeakBytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  double kilobytes = 0.0;
  while (status >> word) {
    if (word == "VmHWM:") status >> kilobytes;
  }
  return kilobytes * 1024.0;
}

// Growth of the peak over reading, as a multiple of the float32 size, found by a child; 99 when the child failed.
double PeakOfReading(const std::string& path, const ReadOptions& options) {
  int pipe_ends[2];
  if (::pipe(pipe_ends) != 0) return 99.0;
  const pid_t child = ::fork();
  if (child == 0) {
    double ratio = 99.0;
    {
      std::ofstream("/proc/self/clear_refs") << 5;  // the peak of the parent is not ours
      const double before = PeakBytes();
      const Dataset data = ReadDataset(path, options);
      const Windows windows(data, 10);
      if (windows.size() == kRows - 10 && data.variables() == kVariables) ratio = (PeakBytes() - before) / kFloatBytes;
    }
    const ssize_t written = ::write(pipe_ends[1], &ratio, sizeof(ratio));
    ::_exit(written == sizeof(ratio) ? 0 : 1);
  }
  double ratio = 99.0;
  ::close(pipe_ends[1]);
  if (::read(pipe_ends[0], &ratio, sizeof(ratio)) != sizeof(ratio)) ratio = 99.0;
  ::close(pipe_ends[0]);
  ::waitpid(child, nullptr, 0);
  return ratio;
}

void WriteCsv(const std::string& path, bool with_missing) {
  std::string row;
  for (size_t v = 0; v < kVariables; ++v) {
    row += v == 0 ? "" : ",";
    row += with_missing && v % 7 == 3 ? "" : std::to_string(v) + ".5";
  }
  row += '\n';
  std::string whole;
  for (size_t v = 0; v < kVariables; ++v) whole += "1,";
  whole.back() = '\n';
  std::ofstream out(path);
  out << whole;
  for (size_t r = 1; r < kRows; ++r) out << row;
}

void WriteNpy(const std::string& path, const std::string& order, const std::string& shape) {
  std::string header = "{'descr': '<f8', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  std::ofstream out(path, std::ios::binary);
  out << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0' << header;
  const std::vector<double> row(kVariables, 1.5);
  for (size_t r = 0; r < kRows; ++r) out.write(reinterpret_cast<const char*>(row.data()), kVariables * sizeof(double));
}

class Memory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "sanitizers change the memory in use";
  }
  TempFolder folder_;
};

TEST_F(Memory, Csv) {
  const std::string path = folder_.path() + "/x.csv";
  WriteCsv(path, false);
  const double ratio = PeakOfReading(path, {});
  EXPECT_GT(ratio, 0.9) << "the measurement is broken";
  EXPECT_LT(ratio, 1.2);
}

TEST_F(Memory, CsvWithMissingCells) {
  const std::string path = folder_.path() + "/x.csv";
  WriteCsv(path, true);
  const double ratio = PeakOfReading(path, {});
  EXPECT_GT(ratio, 0.9) << "the measurement is broken";
  EXPECT_LT(ratio, 1.2);
}

TEST_F(Memory, NpyInAnyOrder) {
  const std::string path = folder_.path() + "/x.npy";
  ReadOptions transposed;
  transposed.transpose = true;
  WriteNpy(path, "False", "(20000, 500)");
  EXPECT_LT(PeakOfReading(path, {}), 1.2);
  WriteNpy(path, "True", "(20000, 500)");
  EXPECT_LT(PeakOfReading(path, {}), 1.2);
  WriteNpy(path, "False", "(500, 20000)");
  EXPECT_LT(PeakOfReading(path, transposed), 1.2);
}

}  // namespace
}  // namespace mask2cause
