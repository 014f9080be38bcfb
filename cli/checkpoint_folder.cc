#include "checkpoint_folder.h"

#include <system_error>

namespace mask2cause {
namespace {

namespace fs = std::filesystem;

// "member-0.checkpoint", and "member-0.checkpoint.4711.tmp" of a process that was killed while it wrote.
bool IsState(const std::string& name) {
  return name.starts_with("member-") && name.find(".checkpoint") != std::string::npos;
}

}  // namespace

CheckpointFolder::CheckpointFolder(const std::string& output) {
  if (output.empty()) return;
  path_ = output + "/checkpoint";
  std::error_code ignored;
  for (fs::path folder = fs::absolute(path_, ignored).lexically_normal();
       folder.has_relative_path() && !fs::exists(folder, ignored); folder = folder.parent_path()) {
    if (!folder.filename().empty()) missing_before_.push_back(folder);
  }
}

CheckpointFolder::~CheckpointFolder() {
  std::error_code ignored;
  for (const fs::path& folder : missing_before_) fs::remove(folder, ignored);  // only ever removes an empty one
}

std::vector<fs::path> CheckpointFolder::States() const {
  std::vector<fs::path> states;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path_, ignored)) {
    if (IsState(entry.path().filename().string())) states.push_back(entry.path());
  }
  return states;
}

bool CheckpointFolder::HoldsState() const {
  return !States().empty();
}

void CheckpointFolder::Discard() {
  std::error_code ignored;
  for (const fs::path& state : States()) fs::remove(state, ignored);
  if (!path_.empty()) fs::remove(path_, ignored);  // only ever removes an empty one
}

}  // namespace mask2cause
