#include "report/output_directory.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "core/atomic_file.h"
#include "mask2cause/error.h"
#include "mask2cause/report.h"

namespace mask2cause {
namespace {

namespace fs = std::filesystem;

// The folders on the way to `path` that do not exist yet, innermost first; `existing` is where they will hang.
std::vector<fs::path> MissingFolders(const std::string& path, fs::path& existing) {
  std::vector<fs::path> missing;
  std::error_code ignored;
  existing = fs::absolute(path, ignored).lexically_normal();
  if (existing.filename().empty()) existing = existing.parent_path();
  while (!fs::exists(existing, ignored) && existing.has_relative_path()) {
    missing.push_back(existing);
    existing = existing.parent_path();
  }
  return missing;
}

}  // namespace

OutputDirectory::OutputDirectory(const std::string& path) {
  fs::path existing;
  made_ = MissingFolders(path, existing);
  MakeDirectory(path);
}

OutputDirectory::~OutputDirectory() {
  std::error_code ignored;
  for (const fs::path& folder : made_) fs::remove(folder, ignored);  // only ever removes an empty one
}

void CheckOutputDirectory(const std::string& directory) {
  const auto fail = [&](const char* reason) {
    throw Error(ErrorKind::kFile, fmt::format("cannot write to the folder '{}': {}", directory, reason),
                "choose another folder with -o");
  };
  if (directory.empty()) fail("its name is empty");
  fs::path existing;
  MissingFolders(directory, existing);
  std::error_code error;
  if (!fs::is_directory(existing, error)) {
    fail(fmt::format("'{}' is not a folder", existing.string()).c_str());
  }
  if (::access(existing.c_str(), W_OK | X_OK) != 0) fail(std::strerror(errno));
}

}  // namespace mask2cause
