#include "report/csv_text.h"
#include "report/export_format.h"

namespace mask2cause {
namespace {

std::string Csv(const Result& result, const ExportOptions&) {
  return EdgesCsv(result);
}

}  // namespace

extern const ExportFormat kCsvFormat = {
    "csv", ".csv", "a line for every pair, strongest first", /*is_binary=*/false, /*is_graph=*/false, Csv};

}  // namespace mask2cause
