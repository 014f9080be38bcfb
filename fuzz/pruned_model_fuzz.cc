// The payload of a saved pruned forecaster: an Error or a model.
#include "check.h"
#include "forecast/pruned_model.h"
#include "mask2cause/error.h"
#include "sealed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string path = WriteSealedPayload({"M2CPRUNE", 1, "pruned forecaster"}, bytes, size);
  try {
    const auto model = mask2cause::LoadPruned(path);
    Check(mask2cause::PrunedModelBytes(*model).size() == size + 32, "a model is what the file says, all of it");
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
  }
  return 0;
}
