// Any bytes as an NPY file: an Error or a data set of finite numbers.
#include <cmath>
#include <cstdint>
#include <string_view>

#include "check.h"
#include "data/npy.h"
#include "mask2cause/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  for (const bool transpose : {false, true}) {
    try {
      mask2cause::ReadOptions options;
      options.max_bytes = 1 << 24;
      options.transpose = transpose;
      mask2cause::MemorySource source(std::string_view(reinterpret_cast<const char*>(bytes), size));
      const mask2cause::Dataset data = mask2cause::ReadNpyDataset(source, "fuzz", options, {});
      Check(data.values.size() == data.rows * data.variables(), "the values fill the table");
      for (size_t i = 0; i < data.values.size(); ++i) Check(std::isfinite(data.values[i]), "every value is finite");
    } catch (const mask2cause::Error& error) {
      Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
    }
  }
  return 0;
}
