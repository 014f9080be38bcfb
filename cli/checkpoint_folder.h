#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mask2cause {

// OUTDIR/checkpoint, where a training keeps its state: there while the run can be resumed, gone when there is nothing
// to resume.
class CheckpointFolder {
 public:
  // Makes nothing yet. `output` empty: the run keeps no state.
  explicit CheckpointFolder(const std::string& output);
  // Removes what the library made and left empty, as after a write that failed.
  ~CheckpointFolder();
  CheckpointFolder(const CheckpointFolder&) = delete;
  CheckpointFolder& operator=(const CheckpointFolder&) = delete;

  const std::string& path() const { return path_; }
  bool HoldsState() const;
  // Removes the states, and temporary files of processes that were killed; files of others stay.
  void Discard();

 private:
  std::vector<std::filesystem::path> States() const;

  std::string path_;
  std::vector<std::filesystem::path> missing_before_;  // innermost first
};

}  // namespace mask2cause
