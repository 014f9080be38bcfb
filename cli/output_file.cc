#include "output_file.h"

#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "mask2cause/error.h"

namespace mask2cause {

void RefuseToReplace(const std::string& input, const std::string& output) {
  std::error_code none_there;
  if (!std::filesystem::equivalent(input, output, none_there)) return;
  throw Error(ErrorKind::kUsage, fmt::format("-o {} names a file that is read", output), "name another file");
}

}  // namespace mask2cause
