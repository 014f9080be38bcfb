// Where bytes come from: a file, memory, a gzip stream, an entry of a zip. Readers see only this, so each of them works
// on all of these, and fuzzers need no files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills up to `capacity` bytes; 0 only at the end.
  virtual size_t Read(char* to, size_t capacity) = 0;
  // What is still to come, when that is known before reading it.
  virtual std::optional<uint64_t> BytesLeft() const { return std::nullopt; }
  // Share of the input that was read, 0..1; 0 when unknown.
  virtual double FractionRead() const { return 0.0; }
};

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : left_(bytes), total_(bytes.size()) {}
  size_t Read(char* to, size_t capacity) override;
  std::optional<uint64_t> BytesLeft() const override { return left_.size(); }
  double FractionRead() const override;

 private:
  std::string_view left_;
  size_t total_;
};

// Looks at the first bytes of another source without taking them from its reader.
class PeekedSource : public ByteSource {
 public:
  PeekedSource(std::unique_ptr<ByteSource> rest, size_t peek);
  std::string_view peeked() const { return {prefix_.data(), prefix_.size()}; }
  size_t Read(char* to, size_t capacity) override;
  std::optional<uint64_t> BytesLeft() const override;
  double FractionRead() const override { return rest_->FractionRead(); }

 private:
  std::unique_ptr<ByteSource> rest_;
  std::vector<char> prefix_;
  size_t taken_ = 0;
};

// Opens a regular file, a pipe, or standard input for "-". Throws Error{kFile} that names the path.
std::unique_ptr<ByteSource> OpenFile(const std::string& path);

// Inflates gzip members one after the other. `name` is for messages. Throws Error{kData} on damage, and when more than
// `max_bytes` come out.
std::unique_ptr<ByteSource> Inflate(std::unique_ptr<ByteSource> compressed, std::string name, uint64_t max_bytes);

bool IsGzip(std::string_view first_bytes);

// Reads exactly `size` bytes unless the source ends first; returns how many came.
size_t ReadFully(ByteSource& source, char* to, size_t size);

}  // namespace mask2cause
