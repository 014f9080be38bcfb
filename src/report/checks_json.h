#pragma once

#include <string>
#include <vector>

#include "mask2cause/checks.h"

namespace mask2cause {

std::string ChecksJson(const std::vector<DataCheck>& checks);

}  // namespace mask2cause
