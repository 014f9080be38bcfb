#include "report/name_index.h"

#include <fmt/core.h>

#include "mask2cause/error.h"

namespace mask2cause {

NameIndex::NameIndex(const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (!index_.emplace(names[i], i).second) index_[names[i]] = kAmbiguous;
  }
}

size_t NameIndex::At(const JsonMembers& edge, const char* end) const {
  edge.Require({end});
  std::string name;
  edge.Read(end, name);
  const auto found = index_.find(name);
  if (found == index_.end()) edge.Fail(fmt::format("its \"{}\" is not one of the names", end));
  if (found->second == kAmbiguous) edge.Fail(fmt::format("its \"{}\" is the name of two variables", end));
  return found->second;
}

std::vector<size_t> PlacesOf(const std::vector<std::string>& names, const std::vector<std::string>& of_result,
                             const std::string& file) {
  struct Places {
    std::vector<size_t> places;
    size_t used = 0;
  };
  std::unordered_map<std::string_view, Places> index;
  for (size_t i = 0; i < of_result.size(); ++i) index[of_result[i]].places.push_back(i);
  std::vector<size_t> out;
  for (const std::string& name : names) {
    Places& same = index[name];
    if (same.used == same.places.size()) {
      throw Error(ErrorKind::kData,
                  fmt::format("{} has a variable '{}', which the result lacks",
                              file.empty() ? "what is to be shown" : fmt::format("'{}'", file), name),
                  "show together only what was made from the same data");
    }
    out.push_back(same.places[same.used++]);
  }
  return out;
}

}  // namespace mask2cause
