// Binary files that cannot be misread: magic, version, what they are for, a payload, a checksum over all of it. Written
// atomically; a truncated, damaged, foreign or newer file is refused with a clear message before any of it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mask2cause/error.h"

namespace mask2cause {

// Numbers are little-endian as in memory.
class ByteWriter {
 public:
  void U64(uint64_t value) { Raw(&value, sizeof(value)); }
  void F64(double value) { Raw(&value, sizeof(value)); }
  void Text(std::string_view text);
  void Doubles(std::span<const double> values);
  void Floats(std::span<const float> values);
  const std::string& bytes() const { return bytes_; }

 private:
  void Raw(const void* data, size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  std::string bytes_;
};

// Every read is checked against what is left; a short payload is Error{kData} that names the file.
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::string path) : bytes_(bytes), path_(std::move(path)) {}

  uint64_t U64();
  double F64();
  std::string Text();
  std::vector<double> Doubles();
  // Exactly `count` floats into `out`.
  void Floats(std::span<float> out);
  // Between these two, both included; `what` follows the number in the message.
  uint64_t Bounded(const char* what, uint64_t low, uint64_t high);
  void CheckCount(const char* what, size_t found, size_t expected) const;
  // For bytes that are whole and still say nothing that this program writes.
  Error Nonsense(const std::string& message) const;
  size_t left() const { return bytes_.size(); }
  const std::string& path() const { return path_; }

 private:
  std::string_view Take(size_t size);
  std::string_view bytes_;
  std::string path_;
};

struct SealedKind {
  char magic[9];     // eight characters
  uint64_t version;  // of the payload's layout
  const char* what;  // for messages: "model file"
};

// The whole file as bytes, for writing it together with others.
std::string SealedBytes(const SealedKind& kind, const std::string& payload);
void WriteSealedFile(const std::string& path, const SealedKind& kind, const std::string& payload);
std::string ReadSealedFile(const std::string& path, const SealedKind& kind);

// Whether a file begins as one of this kind; false as well when it cannot be read.
bool HasMagic(const std::string& path, const SealedKind& kind);

// 64-bit hash of a text, for architectures and option sets.
uint64_t HashText(std::string_view text);

}  // namespace mask2cause
