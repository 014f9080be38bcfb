#pragma once

#include <string>

#include "mask2cause/forecast.h"

namespace mask2cause {

// As ToJson writes it, for a place inside another object that is so far indented.
std::string ForecastJson(const Forecast& forecast, const std::string& indent);

}  // namespace mask2cause
