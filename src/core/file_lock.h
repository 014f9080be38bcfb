// A lock that lasts as long as the object, or until the process ends however it ends.
#pragma once

#include <string>

namespace mask2cause {

class FileLock {
 public:
  // Makes the file if need be. Throws Error{kFile} when it cannot be opened or another process holds the lock.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace mask2cause
