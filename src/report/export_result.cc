#include <fmt/core.h>

#include "mask2cause/error.h"
#include "report/export_format.h"
#include "report/plain_file.h"

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
  WritePlainFile(path, ExportResult(result, format, options));
}

}  // namespace mask2cause
