#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mask2cause/compare.h"
#include "mask2cause/prune.h"

namespace mask2cause {

// ReadComparison and ReadPruneReport on texts that are in memory; `file` names them in messages.
Comparison ComparisonFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names);
PruneReport PruneReportFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names);

}  // namespace mask2cause
