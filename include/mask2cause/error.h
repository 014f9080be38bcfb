// The one exception type of the library.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace mask2cause {

// What went wrong, in the classes a caller can act on. The values are the exit codes of the command line.
enum class ErrorKind {
  kUsage = 2,          // an option or argument that makes no sense
  kData = 3,           // the input was read, and is not usable
  kFile = 4,           // the file system said no: missing, unreadable, full
  kNumerical = 5,      // the computation left the finite numbers
  kInterrupted = 130,  // cancelled by the caller
};

// what() says what is wrong and where (file, line, column, offending value); hint() says what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string hint = {})
      : std::runtime_error(message), kind_(kind), hint_(std::move(hint)) {}

  ErrorKind kind() const { return kind_; }
  const std::string& hint() const { return hint_; }

 private:
  ErrorKind kind_;
  std::string hint_;
};

}  // namespace mask2cause
