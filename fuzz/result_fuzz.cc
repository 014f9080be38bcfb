// Any bytes as a result.json: an Error, or a result that every export format and the report page take and that is read
// again when written.
#include <cstdint>
#include <string_view>

#include "check.h"
#include "mask2cause/error.h"
#include "mask2cause/export.h"
#include "mask2cause/report.h"
#include "report/page_data.h"
#include "report/read_result.h"

namespace {

bool ReadFrom(std::string_view text, mask2cause::Result& result) {
  try {
    result = mask2cause::ResultFromJson(text, "fuzz");
    return true;
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
    return false;
  }
}

// Scores that are not finite cannot be graded against a truth; all else can be drawn.
void DrawPage(const mask2cause::Result& result) {
  try {
    Check(!mask2cause::PageData(result).empty(), "the page has data");
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData && !result.truth.empty(), "only a truth is refused");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  mask2cause::Result result, again;
  if (!ReadFrom({reinterpret_cast<const char*>(bytes), size}, result)) return 0;
  Check(ReadFrom(mask2cause::ToJson(result), again), "what is written can be read");
  for (const mask2cause::ExportFormatInfo& format : mask2cause::ExportFormats()) {
    Check(!mask2cause::ExportResult(result, format.name, {.all_pairs = true}).empty(), "every format has content");
  }
  DrawPage(result);
  return 0;
}
