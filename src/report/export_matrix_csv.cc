#include "report/csv_text.h"
#include "report/export_format.h"

namespace mask2cause {
namespace {

std::string ScoresCsv(const Result& result, const ExportOptions&) {
  return MatrixCsv(result.scores.names, result.scores.values);
}

}  // namespace

extern const ExportFormat kMatrixCsvFormat = {
    "matrix-csv",        ".csv",   "the scores, a row for each target, a column for each source",
    /*is_binary=*/false,
    /*is_graph=*/false,  ScoresCsv};

}  // namespace mask2cause
