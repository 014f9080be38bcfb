// Any bytes as the payload of a sealed file, under a checksum that fits so that they are looked at.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/sealed_file.h"

inline std::string WriteSealedPayload(const mask2cause::SealedKind& kind, const uint8_t* bytes, size_t size) {
  static const std::string path =
      std::filesystem::temp_directory_path() / ("mask2cause_fuzz_" + std::to_string(::getpid()));
  std::ofstream(path, std::ios::binary) << mask2cause::SealedBytes(
      kind, std::string(reinterpret_cast<const char*>(bytes), size));
  return path;
}
