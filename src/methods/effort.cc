#include "methods/effort.h"

#include <fmt/format.h>

#include <charconv>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

struct Effort {
  const char* name;
  size_t members, judges;
};
constexpr Effort kEfforts[] = {{"quick", 2, 3}, {"normal", 4, 5}, {"thorough", 12, 10}};

const Effort& EffortOf(const DiscoverOptions& options) {
  for (const Effort& effort : kEfforts) {
    if (options.effort == effort.name) return effort;
  }
  return kEfforts[1];
}

}  // namespace

size_t MemberCount(const DiscoverOptions& options) {
  return options.members > 0 ? options.members : EffortOf(options).members;
}

size_t JudgeCount(const DiscoverOptions& options) {
  if (options.judges == "auto") return EffortOf(options).judges;
  if (options.judges == "none") return 0;
  size_t count = 0;
  const char* const end = options.judges.data() + options.judges.size();
  const auto [rest, error] = std::from_chars(options.judges.data(), end, count);
  if (error == std::errc() && rest == end && count >= 2 && count <= 1000) return count;
  throw Error(ErrorKind::kUsage, fmt::format("--judges '{}' is not allowed", options.judges),
              "--judges takes auto, none, or 2 to 1000");
}

}  // namespace mask2cause
