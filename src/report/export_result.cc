#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "core/atomic_file.h"
#include "mask2cause/error.h"
#include "report/export_format.h"
#include "report/output_directory.h"

namespace mask2cause {
namespace {

[[noreturn]] void FailFormat(const std::string& message) {
  std::string known;
  for (const ExportFormat& format : ExportRegistry())
    known += fmt::format("{}{}", known.empty() ? "" : ", ", format.name);
  throw Error(ErrorKind::kUsage, message, fmt::format("choose one of: {}", known));
}

const ExportFormat& FindFormat(const std::string& name) {
  for (const ExportFormat& format : ExportRegistry()) {
    if (name == format.name) return format;
  }
  FailFormat(fmt::format("--format {}: there is no such format", name));
}

// Renaming would put a file in the place of a link, or of a device such as /dev/stdout: links are followed, and what is
// no plain file is refused.
std::string PlainFile(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return path;
  if (!std::filesystem::is_regular_file(status)) {
    throw Error(ErrorKind::kFile, fmt::format("cannot write '{}': it is not a plain file", path), "name another file");
  }
  const std::filesystem::path resolved = std::filesystem::canonical(path, error);
  return error ? path : resolved.string();
}

ExportFormatInfo InfoOf(const ExportFormat& format) {
  return {format.name, format.suffix, format.summary, format.is_binary, format.is_graph};
}

}  // namespace

std::vector<ExportFormatInfo> ExportFormats() {
  std::vector<ExportFormatInfo> infos;
  for (const ExportFormat& format : ExportRegistry()) infos.push_back(InfoOf(format));
  return infos;
}

ExportFormatInfo FindExportFormat(const std::string& name) {
  return InfoOf(FindFormat(name));
}

ExportFormatInfo ExportFormatOfFile(const std::string& path) {
  for (const ExportFormat& format : ExportRegistry()) {
    if (path.ends_with(format.suffix)) return InfoOf(format);
  }
  FailFormat(fmt::format("the name of '{}' does not say which format is wanted, and there is no --format", path));
}

std::string ExportResult(const Result& result, const std::string& format, const ExportOptions& options) {
  return FindFormat(format).content(result, options);
}

void WriteExport(const Result& result, const std::string& format, const std::string& path,
                 const ExportOptions& options) {
  const std::string content = ExportResult(result, format, options);
  const std::string folder = std::filesystem::path(path).parent_path().string();
  OutputDirectory output(folder.empty() ? "." : folder);
  WriteFileAtomically(PlainFile(path), content);
  output.Keep();
}

}  // namespace mask2cause
