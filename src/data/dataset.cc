#include "mask2cause/dataset.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "data/csv_reader.h"
#include "data/finish.h"
#include "data/npy.h"
#include "data/npz.h"
#include "data/number.h"
#include "data/open.h"

namespace mask2cause {
namespace {

namespace fs = std::filesystem;

bool IsTableName(const std::string& name) {
  const std::string lower = ToLower(name);
  const auto ends_with_any = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return lower.ends_with(ending); });
  };
  return !lower.starts_with('.') && ends_with_any({".csv", ".tsv", ".csv.gz", ".tsv.gz"});
}

Dataset ReadFolder(const std::string& folder, const ReadOptions& options, const Progress& progress) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (IsTableName(name) && !entry->is_directory(error)) files.push_back(name);
  }
  if (error) throw Error(ErrorKind::kFile, fmt::format("cannot read the folder '{}': {}", folder, error.message()));
  if (files.empty()) {
    throw Error(ErrorKind::kFile, fmt::format("'{}' is a folder without CSV files", folder),
                "give a data file, or a folder with one .csv or .tsv (also .gz) per trajectory");
  }
  if (options.transpose) {
    throw Error(ErrorKind::kUsage, "--transpose does not work on a folder",
                "transpose the files, or read them one by one");
  }
  std::sort(files.begin(), files.end());
  const Progress per_file;  // progress is counted in files here
  CsvReader reader(folder, options, per_file);
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string path = (fs::path(folder) / files[i]).string();
    OpenedFile opened = OpenDetected(path, options.max_bytes);
    if (opened.format != FileFormat::kText) {
      throw Error(ErrorKind::kData, fmt::format("{}: this is not a text table", path),
                  "a folder may hold only CSV files");
    }
    reader.Add(std::move(opened.source), path, files[i]);
    ReportReading(progress, static_cast<double>(i + 1) / static_cast<double>(files.size()));
  }
  return reader.Finish();
}

Dataset ReadText(std::unique_ptr<ByteSource> source, const std::string& path, const ReadOptions& options,
                 const Progress& progress) {
  const std::string name = path == "-" ? "standard input" : path;
  if (options.transpose) return ReadTransposedCsv(std::move(source), name, options, progress);
  CsvReader reader(name, options, progress);
  reader.Add(std::move(source), name, "");
  return reader.Finish();
}

}  // namespace

Dataset ReadDataset(const std::string& path, const ReadOptions& options, const Progress& progress) {
  std::error_code error;
  if (path != "-" && fs::is_directory(path, error)) return ReadFolder(path, options, progress);
  OpenedFile opened = OpenDetected(path, options.max_bytes);
  if (opened.format == FileFormat::kText) return ReadText(std::move(opened.source), path, options, progress);
  if (opened.format == FileFormat::kNpy) return ReadNpyDataset(*opened.source, path, options, progress);
  const NpzFile npz = NpzFile::Open(path);
  const std::string key = npz.ChooseKey(options.key, {"X", "X_np", "data", "TsData", "gen_data", "train"});
  return ReadNpyDataset(*npz.OpenArray(key, options.max_bytes), path, options, progress);
}

Dataset MakeDataset(std::span<const float> values, std::vector<std::string> names, std::span<const size_t> lengths) {
  if (names.empty() || values.size() % names.size() != 0) {
    throw Error(ErrorKind::kData,
                fmt::format("{} values do not fill rows of {} variables", values.size(), names.size()));
  }
  Dataset data;
  data.source = "memory";
  data.rows = values.size() / names.size();
  data.names = std::move(names);
  size_t rows = 0;
  for (const size_t length : lengths) {
    data.trajectories.push_back({rows, length, ""});
    rows += length;
  }
  if (lengths.empty()) data.trajectories.push_back({0, data.rows, ""});
  if (!lengths.empty() && rows != data.rows) {
    throw Error(ErrorKind::kData, fmt::format("the trajectories have {} rows together, the data {}", rows, data.rows));
  }
  data.values.Resize(values.size());
  for (size_t cell = 0; cell < values.size(); ++cell) {
    const bool missing = std::isnan(values[cell]);
    if (missing) data.missing.Set(cell);
    if (std::isinf(values[cell])) {
      throw Error(ErrorKind::kData, fmt::format("row {}, column {}: the value is infinite", cell / data.variables() + 1,
                                                Quoted(data.names[cell % data.variables()])));
    }
    data.values[cell] = missing ? 0.0F : values[cell];
  }
  data.values.ShrinkToFit();
  return data;
}

}  // namespace mask2cause
