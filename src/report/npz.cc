#include <fmt/core.h>
#include <zip.h>

#include <memory>

#include "mask2cause/error.h"
#include "report/npy.h"

namespace mask2cause {
namespace {

// 1980-01-01, the first day a zip can name.
constexpr zip_uint16_t kFixedDate = (0 << 9) | (1 << 5) | 1;
constexpr zip_uint16_t kMidnight = 0;

[[noreturn]] void Fail(const std::string& reason) {
  throw Error(ErrorKind::kFile, fmt::format("cannot make the .npz archive: {}", reason));
}

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};

void AddEntry(zip_t* archive, const NpzEntry& entry) {
  zip_source_t* content = zip_source_buffer(archive, entry.npy.data(), entry.npy.size(), 0);
  if (content == nullptr) Fail(zip_strerror(archive));
  const zip_int64_t index = zip_file_add(archive, (entry.name + ".npy").c_str(), content, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(content);
    Fail(zip_strerror(archive));
  }
  const zip_uint64_t at = static_cast<zip_uint64_t>(index);
  if (zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) != 0) Fail(zip_strerror(archive));
  if (zip_file_set_dostime(archive, at, kMidnight, kFixedDate, 0) != 0) Fail(zip_strerror(archive));
}

std::string ReadAll(zip_source_t* source) {
  if (zip_source_open(source) != 0) Fail("the archive in memory does not open");
  zip_source_seek(source, 0, SEEK_END);
  std::string bytes(static_cast<size_t>(zip_source_tell(source)), '\0');
  zip_source_seek(source, 0, SEEK_SET);
  const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (got != static_cast<zip_int64_t>(bytes.size())) Fail("the archive in memory came out short");
  return bytes;
}

}  // namespace

std::string NpzBytes(const std::vector<NpzEntry>& entries) {
  zip_error_t error;
  zip_error_init(&error);
  std::unique_ptr<zip_source_t, FreeSource> memory(zip_source_buffer_create(nullptr, 0, 0, &error));
  if (memory == nullptr) Fail(zip_error_strerror(&error));
  // The archive frees its source when closed; this keeps it for reading.
  zip_source_keep(memory.get());
  std::unique_ptr<zip_t, Discard> archive(zip_open_from_source(memory.get(), ZIP_TRUNCATE, &error));
  if (archive == nullptr) {
    zip_source_free(memory.get());
    Fail(zip_error_strerror(&error));
  }
  for (const NpzEntry& entry : entries) AddEntry(archive.get(), entry);
  if (zip_close(archive.get()) != 0) Fail(zip_strerror(archive.get()));
  archive.release();
  return ReadAll(memory.get());
}

}  // namespace mask2cause
