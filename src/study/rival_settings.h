// What each method's authors set for a benchmark, where they say.
#pragma once

#include <string>

#include "mask2cause/discover.h"

namespace mask2cause {

enum class BenchmarkKind { kVar, kLorenz, kCausalTime, kDream3, kMixed, kSynthetic };

// The method with its authors' settings; what they leave open is as the method comes.
DiscoverOptions RivalSettings(const std::string& method, BenchmarkKind kind);

// Whether each target has a network of its own, so that those of targets that are not graded need not be trained.
bool TrainsTargetsAlone(const std::string& method);

}  // namespace mask2cause
