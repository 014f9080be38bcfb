#include "core/atomic_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// Threads of one process may write the same path at the same time; each needs a temporary file of its own.
size_t NextNumber() {
  static std::atomic<size_t> next{0};
  return next++;
}

[[noreturn]] void Fail(const std::string& action, const std::string& path, int error) {
  const char* hint = error == ENOSPC   ? "free some space, or choose another folder"
                     : error == EACCES ? "check the permissions, or choose another folder"
                                       : "";
  throw Error(ErrorKind::kFile, fmt::format("cannot {} '{}': {}", action, path, std::strerror(error)), hint);
}

// Temporary files of this path that processes left which were killed while they wrote.
void RemoveLeftovers(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::string prefix = path.filename().string() + ".";
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(".tmp")) continue;
    const pid_t writer = static_cast<pid_t>(std::atol(name.c_str() + prefix.size()));
    if (writer > 0 && ::kill(writer, 0) != 0 && errno == ESRCH) std::filesystem::remove(entry.path(), ignored);
  }
}

// A file under a temporary name; unless committed it disappears with the object.
class PendingFile {
 public:
  PendingFile(const std::string& path, std::string_view content)
      : path_(path), temporary_(fmt::format("{}.{}.{}.tmp", path, ::getpid(), NextNumber())) {
    RemoveLeftovers(path);
    const int fd = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) Fail("write", path_, errno);
    while (!content.empty()) {
      const ssize_t n = ::write(fd, content.data(), content.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) Abandon(fd, errno);
      content.remove_prefix(static_cast<size_t>(n));
    }
    if (::fsync(fd) != 0 && errno != EINVAL && errno != EROFS) Abandon(fd, errno);
    if (::close(fd) != 0) Abandon(-1, errno);
  }
  ~PendingFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  PendingFile(PendingFile&& other) noexcept
      : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  PendingFile& operator=(PendingFile&&) = delete;

  void Commit() {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) Fail("write", path_, errno);
    temporary_.clear();
  }

 private:
  [[noreturn]] void Abandon(int fd, int error) {
    if (fd >= 0) ::close(fd);
    ::unlink(temporary_.c_str());
    Fail("write", path_, error);
  }

  std::string path_, temporary_;
};

}  // namespace

void WriteFileAtomically(const std::string& path, std::string_view content) {
  PendingFile(path, content).Commit();
}

void WriteFilesAtomically(const std::vector<FileContent>& files) {
  std::vector<PendingFile> pending;
  pending.reserve(files.size());
  for (const FileContent& file : files) {
    // Nothing can be renamed onto a folder; better known before the first rename than after.
    std::error_code ignored;
    if (std::filesystem::is_directory(file.path, ignored)) Fail("write", file.path, EISDIR);
    pending.emplace_back(file.path, file.content);
  }
  for (PendingFile& file : pending) file.Commit();
}

void RemoveFile(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) Fail("remove", path, errno);
}

void MakeDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && !std::filesystem::is_directory(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) Fail("make the folder", path, error.value());
}

}  // namespace mask2cause
