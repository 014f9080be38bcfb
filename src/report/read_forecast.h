#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mask2cause/forecast.h"
#include "report/json_members.h"

namespace mask2cause {

// ReadForecast and ReadBacktest on texts that are in memory; `file` names them in messages.
Forecast ForecastFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names);
Backtest BacktestFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names);

// A forecast that is an object of a larger file.
Forecast ReadForecastMembers(const JsonSource& source, const JsonMembers& members,
                             const std::vector<std::string>& names);

}  // namespace mask2cause
