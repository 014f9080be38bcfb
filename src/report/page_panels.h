// Panels of the report page that other commands fill: each as compact JSON, variables by their place among `names`,
// which are those of the result. Throw Error{kData} when one is not among them.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/compare.h"
#include "mask2cause/forecast.h"
#include "mask2cause/prune.h"

namespace mask2cause {

std::string PageComparison(const Comparison& comparison, const std::vector<std::string>& names);
std::string PageForecast(const Forecast& forecast, const std::vector<std::string>& names);
std::string PageBacktest(const Backtest& backtest, const std::vector<std::string>& names);
std::string PagePruning(const PruneReport& report, const std::vector<std::string>& names);

}  // namespace mask2cause
