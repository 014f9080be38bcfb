// Any bytes as what compare, forecast or prune wrote: an Error, or something that the report page takes. The first byte
// says which of them.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "check.h"
#include "mask2cause/error.h"
#include "report/page_panels.h"
#include "report/read_forecast.h"
#include "report/read_panels.h"

namespace {

std::string Panel(uint8_t kind, std::string_view text, const std::vector<std::string>& names) {
  switch (kind % 4) {
    case 0:
      return mask2cause::PageComparison(mask2cause::ComparisonFromJson(text, "fuzz", names), names);
    case 1:
      return mask2cause::PageForecast(mask2cause::ForecastFromJson(text, "fuzz", names), names);
    case 2:
      return mask2cause::PageBacktest(mask2cause::BacktestFromJson(text, "fuzz", names), names);
    default:
      return mask2cause::PagePruning(mask2cause::PruneReportFromJson(text, "fuzz", names), names);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  if (size == 0) return 0;
  try {
    Check(!Panel(bytes[0], {reinterpret_cast<const char*>(bytes) + 1, size - 1}, {"a", "b", "c"}).empty(),
          "there is data");
  } catch (const mask2cause::Error& error) {
    Check(error.kind() == mask2cause::ErrorKind::kData, "bad bytes are bad data");
  }
  return 0;
}
