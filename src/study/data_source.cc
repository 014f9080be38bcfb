#include "study/data_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/rng.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kDream3Rows = 21;  // of each trajectory

const char* SystemName(System system) {
  switch (system) {
    case System::kVar:
      return "var";
    case System::kLorenz96:
      return "lorenz96";
    case System::kMixed:
      return "mixed";
    case System::kChain:
      return "chain";
  }
  return "";
}

BenchmarkKind KindOf(System system) {
  switch (system) {
    case System::kVar:
      return BenchmarkKind::kVar;
    case System::kLorenz96:
      return BenchmarkKind::kLorenz;
    case System::kMixed:
      return BenchmarkKind::kMixed;
    case System::kChain:
      break;
  }
  return BenchmarkKind::kSynthetic;
}

void CutTrajectories(Dataset& data, size_t rows) {
  if (data.rows % rows != 0) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: {} rows are no whole number of trajectories of {} rows", data.source, data.rows, rows),
                "lay the file out as docs/studies.md says");
  }
  data.trajectories.clear();
  for (size_t first = 0; first < data.rows; first += rows) data.trajectories.push_back({first, rows, ""});
}

std::vector<double> ReadTruth(const std::string& path, const std::string& key, size_t size) {
  NamedMatrix matrix = ReadMatrix(path, key);
  if (matrix.size == size) return std::move(matrix.values);
  throw Error(ErrorKind::kData,
              fmt::format("{}: the graph is {} x {}, expected {} x {}", path, matrix.size, matrix.size, size, size),
              "the graph must have a row and a column for each graded variable");
}

StudyData FromSimulation(const SimulateOptions& options) {
  Simulation simulation = Simulate(options);
  StudyData loaded;
  loaded.data = std::move(simulation.data);
  loaded.truth = std::move(simulation.graph);
  if (options.system == System::kMixed) {
    loaded.mean_truth = std::move(simulation.mean_graph);
    loaded.variance_truth = std::move(simulation.variance_graph);
  }
  return loaded;
}

void TakeAway(Dataset& data, double share) {
  constexpr uint64_t kSeed = 30;
  Rng rng(kSeed);
  for (size_t cell = 0; cell < data.values.size(); ++cell) {
    if (rng.Uniform() >= share || data.missing[cell]) continue;
    data.values[cell] = 0.0f;
    data.missing.Set(cell);
  }
}

}  // namespace

StudyData LoadData(const DataSource& source, const std::string& data_directory) {
  if (source.file.empty()) return FromSimulation(source.simulation);
  const std::string path = data_directory + "/" + source.file;
  ReadOptions read;
  read.transpose = source.transpose;
  StudyData loaded;
  loaded.data = ReadDataset(path, read);
  if (source.trajectory_rows > 0) CutTrajectories(loaded.data, source.trajectory_rows);
  if (source.missing > 0.0) TakeAway(loaded.data, source.missing);
  const size_t size = source.graded > 0 ? source.graded : loaded.data.variables();
  const std::string truth = source.truth_file.empty() ? path : data_directory + "/" + source.truth_file;
  loaded.truth = ReadTruth(truth, "", size);
  if (source.file.starts_with("mixed/")) {
    loaded.mean_truth = ReadTruth(truth, "A_mean", size);
    loaded.variance_truth = ReadTruth(truth, "A_var", size);
  }
  return loaded;
}

DataSource WithMissing(DataSource source, double share) {
  source.missing = share;
  source.name += fmt::format(", {:.0f} % missing", 100.0 * share);
  return source;
}

DataSource Simulated(const SimulateOptions& options) {
  DataSource source;
  source.simulation = options;
  source.kind = KindOf(options.system);
  source.variables = options.variables;
  source.rows = options.steps;
  source.name =
      fmt::format("{} N={} T={} seed {}", SystemName(options.system), options.variables, options.steps, options.seed);
  if (options.system == System::kLorenz96) source.name += fmt::format(" F={}", options.forcing);
  return source;
}

DataSource VarFile(size_t steps, size_t set) {
  DataSource source;
  source.name = source.file = fmt::format("var/S_30_T_{}_dataset_{}.npz", steps, set);
  source.kind = BenchmarkKind::kVar;
  source.transpose = true;
  source.rows = steps;
  return source;
}

DataSource LorenzFile(size_t forcing, size_t steps, size_t set) {
  DataSource source;
  source.name = source.file = fmt::format("lorenz96/F_{}_T_{}_dataset_{}.npz", forcing, steps, set);
  source.kind = BenchmarkKind::kLorenz;
  source.transpose = true;
  source.rows = steps;
  return source;
}

DataSource CausalTimeFiles(const std::string& domain, size_t nodes) {
  DataSource source;
  source.name = source.file = fmt::format("causaltime/{}/gen_data.npy", domain);
  source.truth_file = fmt::format("causaltime/{}/graph.npy", domain);
  source.kind = BenchmarkKind::kCausalTime;
  source.graded = nodes;
  source.variables = 2 * nodes;
  source.rows = 480 * 37;
  return source;
}

DataSource Dream3File(size_t size, const std::string& network, bool across_trajectories) {
  DataSource source;
  source.name = source.file = fmt::format("dream3/Size{}{}.npz", size, network);
  source.kind = BenchmarkKind::kDream3;
  if (!across_trajectories) source.trajectory_rows = kDream3Rows;
  source.variables = size;
  source.rows = size == 100 ? 966 : size == 50 ? 483 : 84;
  return source;
}

DataSource MixedFile(size_t percent_variance, size_t seed) {
  DataSource source;
  source.name = source.file = fmt::format("mixed/hetero_{}_seed{}.npz", percent_variance, seed);
  source.kind = BenchmarkKind::kMixed;
  source.rows = 5000;
  return source;
}

std::vector<DataSource> ReportingHalf(const std::string& data_directory, const std::string& folder) {
  std::vector<std::string> names;
  std::error_code none;
  if (data_directory.empty()) return {};
  for (const auto& entry : std::filesystem::directory_iterator(data_directory + "/" + folder, none)) {
    if (entry.path().extension() == ".npz") names.push_back(folder + "/" + entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  std::vector<DataSource> half;
  for (size_t k = 1; k < names.size(); k += 2) {
    DataSource source;
    source.name = source.file = names[k];
    half.push_back(std::move(source));
  }
  return half;
}

std::string HowToGet(const DataSource& source) {
  if (source.file.starts_with("var/") || source.file.starts_with("lorenz96/")) {
    return "VAR and Lorenz-96 of the SRU_for_GCI repository (MIT): .npz with X_np (variable, time) and Gref "
           "[target][source]";
  }
  if (source.file.starts_with("dream3/")) {
    return "DREAM3 in-silico networks (SRU_for_GCI's .pt, or the challenge's .tsv): tools/convert_dream3.py makes the "
           ".npz";
  }
  if (source.file.starts_with("causaltime/")) {
    return "CausalTime (causaltime.cc): gen_data.npy (sample, time, 2 n) and graph.npy (n, n), a folder for each "
           "domain";
  }
  if (source.file.starts_with("mixed/")) {
    return "Mixed Physics: .npz with X, A, A_mean, A_var as `mask2cause simulate mixed` writes it, or give none to "
           "simulate";
  }
  return "see docs/studies.md";
}

}  // namespace mask2cause
