#include "data/open.h"

#include <fmt/core.h>

#include <utility>

#include "data/npy.h"
#include "data/npz.h"
#include "data/number.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kMagicBytes = 8;

void RequireSeekable(const std::string& path, bool packed) {
  if (path != "-" && !packed) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: an NPZ cannot be read from {}", path == "-" ? "standard input" : path,
                          packed ? "inside a gzip file" : "standard input"),
              "give the .npz file itself");
}

}  // namespace

OpenedFile OpenDetected(const std::string& path, uint64_t max_bytes) {
  auto source = std::make_unique<PeekedSource>(OpenFile(path), kMagicBytes);
  const bool packed = IsGzip(source->peeked());
  if (packed) {
    source = std::make_unique<PeekedSource>(Inflate(std::move(source), path, max_bytes), kMagicBytes);
  }
  OpenedFile opened;
  const std::string_view start = source->peeked();
  const std::string lower = ToLower(path);
  if (IsNpy(start) || lower.ends_with(".npy")) {
    opened.format = FileFormat::kNpy;  // a wrong magic is the NPY reader's to report
  } else if (IsZip(start) || lower.ends_with(".npz")) {
    RequireSeekable(path, packed);
    opened.format = FileFormat::kNpz;
  }
  opened.source = std::move(source);
  return opened;
}

}  // namespace mask2cause
