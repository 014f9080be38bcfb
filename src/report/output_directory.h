#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mask2cause {

// Makes a folder and its parents; unless kept, those that are new disappear again, so that a failed write leaves
// nothing.
class OutputDirectory {
 public:
  explicit OutputDirectory(const std::string& path);
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

  void Keep() { made_.clear(); }

 private:
  std::vector<std::filesystem::path> made_;  // innermost first
};

}  // namespace mask2cause
