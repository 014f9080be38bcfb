#include "data/byte_source.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

[[noreturn]] void FailToRead(const std::string& path, int error) {
  const char* hint = error == ENOENT   ? "check the spelling and the folder you are in"
                     : error == EACCES ? "check the permissions of the file"
                                       : "";
  throw Error(ErrorKind::kFile, fmt::format("cannot read '{}': {}", path, std::strerror(error)), hint);
}

// read() into our own block rather than mmap: pages of a mapped file would count as memory in use.
class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path) : path_(path) {
    fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) FailToRead(path_, errno);
    struct stat status {};
    if (::fstat(fd_, &status) != 0 || S_ISDIR(status.st_mode)) {
      const int error = S_ISDIR(status.st_mode) ? EISDIR : errno;
      ::close(fd_);
      FailToRead(path_, error);
    }
    if (S_ISREG(status.st_mode)) size_ = static_cast<uint64_t>(status.st_size);
  }
  ~FileSource() override { ::close(fd_); }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  size_t Read(char* to, size_t capacity) override {
    while (true) {
      const ssize_t n = ::read(fd_, to, capacity);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) FailToRead(path_, errno);
      offset_ += static_cast<uint64_t>(n);
      return static_cast<size_t>(n);
    }
  }
  std::optional<uint64_t> BytesLeft() const override {
    if (!size_) return std::nullopt;
    return *size_ - std::min(*size_, offset_);
  }
  double FractionRead() const override {
    return size_ && *size_ > 0 ? std::min(1.0, static_cast<double>(offset_) / static_cast<double>(*size_)) : 0.0;
  }

 private:
  std::string path_;
  int fd_ = -1;
  std::optional<uint64_t> size_;
  uint64_t offset_ = 0;
};

class GzipSource : public ByteSource {
 public:
  GzipSource(std::unique_ptr<ByteSource> compressed, std::string name, uint64_t max_bytes)
      : compressed_(std::move(compressed)), name_(std::move(name)), bytes_allowed_(max_bytes), input_(1 << 16) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw Error(ErrorKind::kData, "no memory to unpack '" + name_ + "'");
  }
  ~GzipSource() override { inflateEnd(&stream_); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  size_t Read(char* to, size_t capacity) override {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<size_t>(capacity, 1U << 30));
    const uInt wanted = stream_.avail_out;
    while (stream_.avail_out == wanted && FillInput()) {
      const int status = inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_STREAM_END) {
        inside_member_ = false;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw Error(ErrorKind::kData, fmt::format("'{}' is damaged: its gzip stream cannot be unpacked", name_),
                    "compress the file again, or copy it again");
      }
    }
    const uint64_t produced = wanted - stream_.avail_out;
    if (produced > bytes_allowed_) {
      throw Error(ErrorKind::kData, fmt::format("'{}' unpacks to more than the limit", name_),
                  "raise max_bytes if the file is really that large");
    }
    bytes_allowed_ -= produced;
    return produced;
  }
  double FractionRead() const override { return compressed_->FractionRead(); }

 private:
  // Makes sure that there is something to inflate; false at the end.
  bool FillInput() {
    if (stream_.avail_in == 0) {
      stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
      stream_.avail_in = static_cast<uInt>(compressed_->Read(input_.data(), input_.size()));
    }
    if (stream_.avail_in == 0) {
      if (!inside_member_) return false;
      throw Error(ErrorKind::kData, fmt::format("'{}' is cut short: its gzip stream has no end", name_),
                  "copy the file again");
    }
    if (!inside_member_) {
      inflateReset(&stream_);
      inside_member_ = true;
    }
    return true;
  }

  std::unique_ptr<ByteSource> compressed_;
  std::string name_;
  uint64_t bytes_allowed_;
  std::vector<char> input_;
  z_stream stream_{};
  bool inside_member_ = true;
};

}  // namespace

size_t MemorySource::Read(char* to, size_t capacity) {
  const size_t n = std::min(capacity, left_.size());
  if (n > 0) std::memcpy(to, left_.data(), n);
  left_.remove_prefix(n);
  return n;
}

double MemorySource::FractionRead() const {
  return total_ == 0 ? 0.0 : 1.0 - static_cast<double>(left_.size()) / static_cast<double>(total_);
}

PeekedSource::PeekedSource(std::unique_ptr<ByteSource> rest, size_t peek) : rest_(std::move(rest)), prefix_(peek) {
  prefix_.resize(ReadFully(*rest_, prefix_.data(), peek));
}

size_t PeekedSource::Read(char* to, size_t capacity) {
  if (taken_ == prefix_.size()) return rest_->Read(to, capacity);
  const size_t n = std::min(capacity, prefix_.size() - taken_);
  std::copy_n(prefix_.begin() + static_cast<std::ptrdiff_t>(taken_), n, to);
  taken_ += n;
  return n;
}

std::optional<uint64_t> PeekedSource::BytesLeft() const {
  const std::optional<uint64_t> rest = rest_->BytesLeft();
  if (!rest) return std::nullopt;
  return *rest + (prefix_.size() - taken_);
}

std::unique_ptr<ByteSource> OpenFile(const std::string& path) {
  return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> Inflate(std::unique_ptr<ByteSource> compressed, std::string name, uint64_t max_bytes) {
  return std::make_unique<GzipSource>(std::move(compressed), std::move(name), max_bytes);
}

bool IsGzip(std::string_view first_bytes) {
  return first_bytes.starts_with("\x1f\x8b");
}

size_t ReadFully(ByteSource& source, char* to, size_t size) {
  size_t have = 0;
  while (have < size) {
    const size_t n = source.Read(to + have, size - have);
    if (n == 0) break;
    have += n;
  }
  return have;
}

}  // namespace mask2cause
