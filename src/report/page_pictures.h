// Curves and series for the report page, in the fewest characters that draw the same picture.
#pragma once

#include <string>

#include "mask2cause/discover.h"

namespace mask2cause {

std::string ShortNumber(double value, int digits = 4);  // null when not finite

std::string PageTraining(const Result& result);
std::string PageSeries(const DataPicture& picture);

}  // namespace mask2cause
