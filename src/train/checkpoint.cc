#include "train/checkpoint.h"

#include <fmt/core.h>

#include <filesystem>
#include <sstream>

#include "core/atomic_file.h"
#include "core/sealed_file.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr SealedKind kCheckpoint = {"M2CCHECK", 3, "checkpoint"};

std::string FirstDifference(const std::string& saved, const std::string& wanted) {
  std::istringstream a(saved), b(wanted);
  std::string left, right;
  while (std::getline(a, left) && std::getline(b, right)) {
    if (left != right) return fmt::format("{} there, {} here", left, right);
  }
  return "other options";
}

}  // namespace

std::string CheckpointPath(const std::string& directory, size_t member) {
  return fmt::format("{}/member-{}.checkpoint", directory, member);
}

void SaveCheckpoint(const std::string& directory, size_t member, const std::string& identity, const Trainer& trainer) {
  MakeDirectory(directory);
  ByteWriter out;
  out.Text(identity);
  trainer.Save(out);
  WriteSealedFile(CheckpointPath(directory, member), kCheckpoint, out.bytes());
}

void RemoveCheckpoints(const std::string& directory) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("member-") && name.ends_with(".checkpoint")) std::filesystem::remove(entry.path(), ignored);
  }
}

bool LoadCheckpoint(const std::string& directory, size_t member, const std::string& identity, Trainer& trainer) {
  const std::string path = CheckpointPath(directory, member);
  if (!std::filesystem::exists(path)) return false;
  const std::string payload = ReadSealedFile(path, kCheckpoint);
  ByteReader in(payload, path);
  const std::string saved = in.Text();
  if (saved != identity) {
    throw Error(ErrorKind::kUsage,
                fmt::format("the checkpoint '{}' belongs to another run: {}", path, FirstDifference(saved, identity)),
                "resume with the options and the data it was started with, or start again without --resume");
  }
  trainer.Load(in);
  return true;
}

}  // namespace mask2cause
