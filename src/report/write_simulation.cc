#include <fmt/core.h>

#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "mask2cause/error.h"
#include "mask2cause/report.h"
#include "report/csv_text.h"
#include "report/npy.h"
#include "report/output_directory.h"

namespace mask2cause {
namespace {

std::string LagsCsv(const Simulation& simulation) {
  const std::vector<std::string>& names = simulation.data.names;
  const size_t size = names.size();
  std::string out = "source,target,lag\n";
  for (size_t lag = 1; lag <= simulation.max_lag; ++lag) {
    for (size_t target = 0; target < size; ++target) {
      for (size_t source = 0; source < size; ++source) {
        if (simulation.lag_graph[((lag - 1) * size + target) * size + source] == 0.0) continue;
        fmt::format_to(std::back_inserter(out), "{},{},{}\n", CsvField(names[source]), CsvField(names[target]), lag);
      }
    }
  }
  return out;
}

std::vector<FileContent> CsvFiles(const Simulation& simulation, const std::string& path) {
  const std::string stem = path.substr(0, path.size() - std::string(".csv").size());
  const std::vector<std::string>& names = simulation.data.names;
  return {{path, DatasetCsv(simulation.data)},
          {stem + ".graph.csv", MatrixCsv(names, simulation.graph)},
          {stem + ".mean_graph.csv", MatrixCsv(names, simulation.mean_graph)},
          {stem + ".variance_graph.csv", MatrixCsv(names, simulation.variance_graph)},
          {stem + ".lags.csv", LagsCsv(simulation)}};
}

std::vector<FileContent> NpzFile(const Simulation& simulation, const std::string& path) {
  const Dataset& data = simulation.data;
  const size_t size = data.variables();
  const std::span<const float> values(data.values.data(), data.values.size());
  return {{path, NpzBytes({{"X", NpyBytes(values, {data.rows, size})},
                           {"A", NpyFlagBytes(simulation.graph, {size, size})},
                           {"A_mean", NpyFlagBytes(simulation.mean_graph, {size, size})},
                           {"A_var", NpyFlagBytes(simulation.variance_graph, {size, size})},
                           {"A_lag", NpyFlagBytes(simulation.lag_graph, {simulation.max_lag, size, size})}})}};
}

std::vector<FileContent> SimulationFiles(const Simulation& simulation, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".csv") return CsvFiles(simulation, path);
  if (extension == ".npz") return NpzFile(simulation, path);
  throw Error(ErrorKind::kUsage, fmt::format("cannot write '{}': its name says neither CSV nor NPZ", path),
              "end the name in .csv or .npz");
}

}  // namespace

std::vector<std::string> WriteSimulation(const Simulation& simulation, const std::string& path) {
  const std::vector<FileContent> files = SimulationFiles(simulation, path);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  OutputDirectory output(folder.empty() ? "." : folder);
  WriteFilesAtomically(files);
  output.Keep();
  std::vector<std::string> paths;
  for (const FileContent& file : files) paths.push_back(file.path);
  return paths;
}

}  // namespace mask2cause
