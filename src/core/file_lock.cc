#include "core/file_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "mask2cause/error.h"

namespace mask2cause {

FileLock::FileLock(const std::string& path) : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) {
    throw Error(ErrorKind::kFile, fmt::format("cannot write '{}'", path), "choose another folder with -o");
  }
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  close(descriptor_);
  throw Error(ErrorKind::kFile, fmt::format("another process is writing '{}'", path),
              "wait for it, or choose another folder with -o");
}

FileLock::~FileLock() {
  close(descriptor_);
}

}  // namespace mask2cause
