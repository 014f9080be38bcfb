// The payload of a model file: an Error or a model.
#include "check.h"
#include "mask2cause/error.h"
#include "model/trained_model.h"
#include "sealed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string path = WriteSealedPayload({"M2CMODEL", 2, "model file"}, bytes, size);
  try {
    const auto model = mask2cause::LoadModel(path);
    Check(mask2cause::ModelFileBytes(*model).size() == size + 32, "a model is what the file says, all of it");
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
  }
  return 0;
}
