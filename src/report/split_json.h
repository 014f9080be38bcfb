#pragma once

#include <string>

#include "mask2cause/graph.h"

namespace mask2cause {

std::string SplitJson(const ScoreSplit& split);

}  // namespace mask2cause
