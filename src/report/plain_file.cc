#include "report/plain_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "core/atomic_file.h"
#include "mask2cause/error.h"
#include "report/output_directory.h"

namespace mask2cause {
namespace {

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

}  // namespace

void WritePlainFile(const std::string& path, const std::string& content) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  OutputDirectory output(folder.empty() ? "." : folder);
  WriteFileAtomically(PlainFile(path), content);
  output.Keep();
}

}  // namespace mask2cause
