// Any bytes as an NPZ file: an Error or a data set of finite numbers.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "check.h"
#include "data/npy.h"
#include "data/npz.h"
#include "mask2cause/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  try {
    mask2cause::ReadOptions options;
    options.max_bytes = 1 << 22;
    const auto npz = mask2cause::NpzFile::FromMemory({reinterpret_cast<const char*>(bytes), size}, "fuzz");
    const std::string key = npz.ChooseKey("", {"X", "data"});
    const std::unique_ptr<mask2cause::ByteSource> source = npz.OpenArray(key, options.max_bytes);
    const mask2cause::Dataset data = mask2cause::ReadNpyDataset(*source, "fuzz", options, {});
    for (size_t i = 0; i < data.values.size(); ++i) Check(std::isfinite(data.values[i]), "every value is finite");
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
  }
  return 0;
}
