// Where the series of a run come from: a public file, or one of our own generators.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/dataset.h"
#include "mask2cause/simulate.h"

namespace mask2cause {

// Which settings of the rivals belong to it.
enum class BenchmarkKind { kVar, kLorenz, kCausalTime, kDream3, kMixed, kSynthetic };

struct DataSource {
  std::string name;            // in records: the file, or the system with its seed
  std::string file;            // below the data folder; empty: simulated
  std::string truth_file;      // empty: the same file
  bool transpose = false;      // the file is (variable, time)
  size_t trajectory_rows = 0;  // cut into trajectories of so many rows; 0: as the file says
  size_t graded = 0;           // only the first so many variables are graded; 0: all
  double missing = 0.0;        // share of the cells that are taken away at random
  SimulateOptions simulation;
  size_t variables = 10, rows = 500;  // for the estimate of time only
  uint64_t bytes = 0;                 // of the file, once it was looked at: another file is another run
  BenchmarkKind kind = BenchmarkKind::kSynthetic;
};

struct StudyData {
  Dataset data;
  std::vector<double> truth;                       // (N, N) or (graded, graded) [target][source]
  std::vector<double> mean_truth, variance_truth;  // the same, where the source tells them apart; else empty
};

StudyData LoadData(const DataSource& source, const std::string& data_directory);

// The same with so large a share of the cells taken away.
DataSource WithMissing(DataSource source, double share);

DataSource Simulated(const SimulateOptions& options);

// The files of the public benchmarks.
DataSource VarFile(size_t steps, size_t set);
DataSource LorenzFile(size_t forcing, size_t steps, size_t set);
DataSource CausalTimeFiles(const std::string& domain, size_t nodes);
DataSource Dream3File(size_t size, const std::string& network, bool across_trajectories);
DataSource MixedFile(size_t percent_variance, size_t seed);
// The files of a folder that were not used to choose the default: every second one, by name.
std::vector<DataSource> ReportingHalf(const std::string& data_directory, const std::string& folder);

// What a user without the file has to know: where it comes from and how to lay it out.
std::string HowToGet(const DataSource& source);

}  // namespace mask2cause
