// NumPy's zip of arrays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"

namespace mask2cause {

bool IsZip(std::string_view first_bytes);

// An open .npz. Throws Error{kData} when it is not a zip.
class NpzFile {
 public:
  static NpzFile Open(const std::string& path);
  static NpzFile FromMemory(std::string_view bytes, const std::string& name);
  ~NpzFile();
  NpzFile(NpzFile&&) noexcept;
  NpzFile(const NpzFile&) = delete;
  NpzFile& operator=(const NpzFile&) = delete;
  NpzFile& operator=(NpzFile&&) = delete;

  // `key` if given, else the first of `preferred` that is there, else the only array. Throws Error{kData} with the list
  // of keys that the file has.
  std::string ChooseKey(const std::string& key, const std::vector<std::string>& preferred) const;

  // The bytes of one array. Refuses an entry that declares, or turns out to have, more than `max_bytes`.
  std::unique_ptr<ByteSource> OpenArray(const std::string& key, uint64_t max_bytes) const;

 private:
  struct Archive;
  explicit NpzFile(std::unique_ptr<Archive> archive);
  std::unique_ptr<Archive> archive_;
};

}  // namespace mask2cause
