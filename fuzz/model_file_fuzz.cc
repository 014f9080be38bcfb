// Any bytes as the payload of a model file, sealed with a checksum that fits so that they are looked at: an Error or a model.
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "check.h"
#include "core/sealed_file.h"
#include "mask2cause/error.h"
#include "model/trained_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  static const std::string path =
      std::filesystem::temp_directory_path() / ("mask2cause_fuzz_" + std::to_string(::getpid()) + ".m2c");
  const std::string payload(reinterpret_cast<const char*>(bytes), size);
  std::ofstream(path, std::ios::binary) << mask2cause::SealedBytes({"M2CMODEL", 1, "model file"}, payload);
  try {
    const auto model = mask2cause::LoadModel(path);
    Check(mask2cause::ModelFileBytes(*model).size() == size + 32, "a model is what the file says, all of it");
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
  }
  return 0;
}
