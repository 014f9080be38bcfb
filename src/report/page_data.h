// What the report page draws, as compact JSON: edges as columns, numbers rounded to what can be seen, scores of all
// pairs packed. report-ui/src/data.ts reads it and names every member; page and program are always of one version.
#pragma once

#include <string>

#include "mask2cause/report.h"

namespace mask2cause {

std::string PageData(const Result& result, const ReportPanels& panels = {});

}  // namespace mask2cause
