// Reads a data file and prints how fast, and how much memory it took: bench-read-csv FILE [repeats] [--transpose]
#include <fmt/core.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"

namespace {

double ReadOnce(const std::string& path, const mask2cause::ReadOptions& options, size_t* rows, size_t* variables) {
  const auto start = std::chrono::steady_clock::now();
  const mask2cause::Dataset data = mask2cause::ReadDataset(path, options);
  *rows = data.rows;
  *variables = data.variables();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: bench-read-csv FILE [repeats] [--transpose]\n");
    return 2;
  }
  try {
    mask2cause::ReadOptions options;
    options.transpose = argc > 3 && std::string(argv[3]) == "--transpose";
    const int repeats = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
    size_t rows = 0, variables = 0;
    double best = ReadOnce(argv[1], options, &rows, &variables);
    for (int i = 1; i < repeats; ++i) best = std::min(best, ReadOnce(argv[1], options, &rows, &variables));
    const double megabytes = static_cast<double>(std::filesystem::file_size(argv[1])) / 1e6;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double peak = static_cast<double>(usage.ru_maxrss) * 1024.0;
    fmt::print("rows {} variables {} megabytes {:.1f} seconds {:.3f} mb_per_s {:.1f} peak_over_float32 {:.3f}\n", rows,
               variables, megabytes, best, megabytes / best,
               peak / static_cast<double>(rows * variables * sizeof(float)));
  } catch (const mask2cause::Error& error) {
    fmt::print(stderr, "{}\n{}\n", error.what(), error.hint());
    return static_cast<int>(error.kind());
  }
  return 0;
}
