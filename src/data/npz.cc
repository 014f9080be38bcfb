#include "data/npz.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <utility>

#include "data/number.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr std::string_view kSuffix = ".npy";

struct CloseEntry {
  void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

class ZipEntrySource : public ByteSource {
 public:
  ZipEntrySource(zip_file_t* entry, std::string name, uint64_t declared, uint64_t max_bytes)
      : entry_(entry), name_(std::move(name)), declared_(declared), allowed_(max_bytes) {}

  size_t Read(char* to, size_t capacity) override {
    const zip_int64_t n = zip_fread(entry_.get(), to, capacity);
    if (n < 0) {
      throw Error(ErrorKind::kData,
                  fmt::format("{} is damaged: {}", name_, zip_error_strerror(zip_file_get_error(entry_.get()))),
                  "copy or save the file again");
    }
    read_ += static_cast<uint64_t>(n);
    if (read_ > allowed_) {
      throw Error(ErrorKind::kData, fmt::format("{} unpacks to more than the limit of {} bytes", name_, allowed_),
                  "this looks like a zip bomb; if the array is really that large, save it as .npy");
    }
    return static_cast<size_t>(n);
  }
  double FractionRead() const override {
    return declared_ == 0 ? 0.0 : std::min(1.0, static_cast<double>(read_) / static_cast<double>(declared_));
  }

 private:
  std::unique_ptr<zip_file_t, CloseEntry> entry_;
  std::string name_;
  uint64_t declared_, allowed_;
  uint64_t read_ = 0;
};

[[noreturn]] void FailNotZip(const std::string& file, const std::string& why) {
  throw Error(ErrorKind::kData, fmt::format("{}: this is not a usable NPZ (zip) file: {}", file, why),
              "save it again with numpy.savez or numpy.savez_compressed");
}

}  // namespace

struct NpzFile::Archive {
  zip_t* zip = nullptr;
  std::string file;
  std::vector<std::string> entries;  // as stored, in order

  ~Archive() {
    if (zip != nullptr) zip_discard(zip);
  }
  void ListEntries() {
    const zip_int64_t count = zip_get_num_entries(zip, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* const name = zip_get_name(zip, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
      entries.emplace_back(name == nullptr ? "" : name);
    }
  }
  std::vector<std::string> Keys() const {
    std::vector<std::string> keys;
    for (const std::string& entry : entries) {
      if (entry.ends_with(kSuffix)) keys.push_back(entry.substr(0, entry.size() - kSuffix.size()));
    }
    return keys;
  }
};

NpzFile::NpzFile(std::unique_ptr<Archive> archive) : archive_(std::move(archive)) {}
NpzFile::NpzFile(NpzFile&&) noexcept = default;
NpzFile::~NpzFile() = default;

NpzFile NpzFile::Open(const std::string& path) {
  auto archive = std::make_unique<Archive>();
  archive->file = path;
  int code = 0;
  archive->zip = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (archive->zip == nullptr) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    FailNotZip(path, why);
  }
  archive->ListEntries();
  return NpzFile(std::move(archive));
}

NpzFile NpzFile::FromMemory(std::string_view bytes, const std::string& name) {
  auto archive = std::make_unique<Archive>();
  archive->file = name;
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source != nullptr) {
    archive->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (archive->zip == nullptr) zip_source_free(source);
  }
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  if (archive->zip == nullptr) FailNotZip(name, why);
  archive->ListEntries();
  return NpzFile(std::move(archive));
}

std::string NpzFile::ChooseKey(const std::string& key, const std::vector<std::string>& preferred) const {
  const std::vector<std::string> keys = archive_->Keys();
  const auto has = [&](const std::string& wanted) { return std::find(keys.begin(), keys.end(), wanted) != keys.end(); };
  if (!key.empty() && has(key)) return key;
  if (key.empty()) {
    const auto found = std::find_if(preferred.begin(), preferred.end(), has);
    if (found != preferred.end()) return *found;
    if (keys.size() == 1) return keys[0];
  }
  const std::string wanted = key.empty() ? fmt::format("none of the arrays {}", fmt::join(preferred, ", "))
                                         : fmt::format("no array {}", Quoted(key));
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min<size_t>(keys.size(), 20); ++i) shown.push_back(Quoted(keys[i]));
  throw Error(ErrorKind::kData,
              fmt::format("{}: there is {}; it has: {}", archive_->file, wanted,
                          shown.empty() ? "no arrays at all" : fmt::format("{}", fmt::join(shown, ", "))),
              "choose one of them with --key");
}

std::unique_ptr<ByteSource> NpzFile::OpenArray(const std::string& key, uint64_t max_bytes) const {
  const std::vector<std::string>& entries = archive_->entries;
  const auto index = static_cast<zip_uint64_t>(std::find(entries.begin(), entries.end(), key + std::string(kSuffix)) -
                                               entries.begin());
  const std::string name = fmt::format("{}: array {}", archive_->file, Quoted(key));
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat_index(archive_->zip, index, 0, &status) != 0) FailNotZip(name, zip_strerror(archive_->zip));
  if ((status.valid & ZIP_STAT_SIZE) != 0 && status.size > max_bytes) {
    throw Error(ErrorKind::kData,
                fmt::format("{} declares {} bytes, more than the limit of {}", name, status.size, max_bytes),
                "this looks like a zip bomb; if the array is really that large, save it as .npy");
  }
  zip_file_t* const entry = zip_fopen_index(archive_->zip, index, 0);
  if (entry == nullptr) FailNotZip(name, zip_strerror(archive_->zip));
  return std::make_unique<ZipEntrySource>(entry, name, status.size, max_bytes);
}

bool IsZip(std::string_view first_bytes) {
  return first_bytes.starts_with("PK\x03\x04") || first_bytes.starts_with(std::string_view("PK\x05\x06"));
}

}  // namespace mask2cause
