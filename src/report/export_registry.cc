#include "report/export_format.h"

namespace mask2cause {

extern const ExportFormat kCsvFormat;
extern const ExportFormat kDotFormat;
extern const ExportFormat kGexfFormat;
extern const ExportFormat kGraphmlFormat;
extern const ExportFormat kJsonFormat;
extern const ExportFormat kMatrixCsvFormat;
extern const ExportFormat kNpzFormat;
extern const ExportFormat kSvgFormat;
extern const ExportFormat kTigramiteFormat;

const std::vector<ExportFormat>& ExportRegistry() {
  static const std::vector<ExportFormat> registry = {
      kDotFormat, kGraphmlFormat,   kGexfFormat, kSvgFormat,       kJsonFormat,
      kCsvFormat, kMatrixCsvFormat, kNpzFormat,  kTigramiteFormat,
  };
  return registry;
}

}  // namespace mask2cause
