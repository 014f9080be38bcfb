#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "mask2cause/report.h"
#include "model/trained_model.h"
#include "report/csv_text.h"
#include "report/npy.h"
#include "report/output_directory.h"

namespace mask2cause {

std::vector<std::string> WriteResult(const Result& result, const std::string& directory) {
  const size_t size = result.scores.size();
  std::vector<FileContent> files = {
      {directory + "/result.json", ToJson(result)},
      {directory + "/edges.csv", EdgesCsv(result)},
      {directory + "/scores.npy", NpyBytes(result.scores.values, {size, size})},
      {directory + "/scores.csv", MatrixCsv(result.scores.names, result.scores.values)},
  };
  const std::string model_path = directory + "/model.m2c";
  if (result.model) files.push_back({model_path, ModelFileBytes(*result.model)});
  const std::string page_path = directory + "/report.html";
  if (HasReportPage()) files.push_back({page_path, ReportPage(result)});
  OutputDirectory output(directory);
  WriteFilesAtomically(files);
  output.Keep();
  // Those of an earlier run would not belong to these scores.
  if (!result.model) RemoveFile(model_path);
  if (!HasReportPage()) RemoveFile(page_path);
  std::vector<std::string> paths;
  for (const FileContent& file : files) paths.push_back(file.path);
  return paths;
}

}  // namespace mask2cause
