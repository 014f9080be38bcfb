// How many networks: what --effort, --members and --judges come to.
#pragma once

#include <cstddef>

#include "mask2cause/discover.h"

namespace mask2cause {

size_t MemberCount(const DiscoverOptions& options);
// 0: none. Throws Error{kUsage} when --judges is not a number.
size_t JudgeCount(const DiscoverOptions& options);

}  // namespace mask2cause
