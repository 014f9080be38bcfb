// Opens a data file and tells its format by its first bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "data/byte_source.h"

namespace mask2cause {

enum class FileFormat { kText, kNpy, kNpz };

struct OpenedFile {
  FileFormat format = FileFormat::kText;
  std::unique_ptr<ByteSource> source;  // unpacked when the file is gzipped; not for kNpz, which is opened by its path
};

// Throws Error{kFile} when it cannot be read, Error{kData} when an .npy or .npz is not what its name says.
OpenedFile OpenDetected(const std::string& path, uint64_t max_bytes);

}  // namespace mask2cause
