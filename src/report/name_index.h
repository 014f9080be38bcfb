// Names of variables in files, and where they stand among those of the data. Two bad names can have become the same
// text when they were written: bytes that are not UTF-8 are replaced.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "report/json_members.h"

namespace mask2cause {

// For the ends of edges. `names` must outlive it.
class NameIndex {
 public:
  explicit NameIndex(const std::vector<std::string>& names);

  // The place of what the member `end` of an edge names. Throws Error{kData} when it is none of the names, or two.
  size_t At(const JsonMembers& edge, const char* end) const;

 private:
  static constexpr size_t kAmbiguous = static_cast<size_t>(-1);
  std::unordered_map<std::string_view, size_t> index_;
};

// Where each of `names`, of the file, stands among those of the result; the second of equal ones is the second there.
// Throws Error{kData} when one is not there.
std::vector<size_t> PlacesOf(const std::vector<std::string>& names, const std::vector<std::string>& of_result,
                             const std::string& file = {});

}  // namespace mask2cause
