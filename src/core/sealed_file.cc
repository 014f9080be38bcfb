#include "core/sealed_file.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/atomic_file.h"

namespace mask2cause {
namespace {

constexpr size_t kMagicSize = 8;
constexpr size_t kHeaderSize = kMagicSize + 2 * sizeof(uint64_t);  // magic, version, payload size
constexpr size_t kOverhead = kHeaderSize + sizeof(uint64_t);       // and the checksum

// Judges a file by its first bytes and its size on disk, so that nothing is allocated for a foreign or damaged one.
void CheckHeader(const std::string& header, uint64_t file_size, const std::string& path, const SealedKind& kind) {
  if (header.compare(0, kMagicSize, kind.magic, kMagicSize) != 0) {
    throw Error(ErrorKind::kData, fmt::format("'{}' is not a {} of mask2cause", path, kind.what),
                "it does not begin with the mark of one");
  }
  ByteReader reader(std::string_view(header).substr(kMagicSize), path);
  const uint64_t version = reader.U64();
  if (version != kind.version) {
    throw Error(ErrorKind::kData,
                fmt::format("'{}' is a {} of version {}; this program reads version {}", path, kind.what, version,
                            kind.version),
                "use the program that wrote it, or make the file again");
  }
  const uint64_t size = reader.U64();
  const uint64_t there = file_size < kOverhead ? 0 : file_size - kOverhead;
  if (file_size < kOverhead || size != there) {
    throw Error(
        ErrorKind::kData,
        fmt::format("'{}' is truncated or has grown: it says {} bytes of content, {} are there", path, size, there),
        "copy the file again, or make it again");
  }
}

std::string ReadUpTo(std::ifstream& in, size_t size) {
  std::string bytes(size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<size_t>(in.gcount()));
  return bytes;
}

std::string ReadWhole(const std::string& path, const SealedKind& kind) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(path, error);
  std::ifstream in(path, std::ios::binary);
  if (error || !in) {
    throw Error(ErrorKind::kFile, fmt::format("cannot read the {} '{}': {}", kind.what, path,
                                              error ? error.message() : std::strerror(errno)));
  }
  const std::string header = ReadUpTo(in, kHeaderSize);
  CheckHeader(header, size, path, kind);
  return header + ReadUpTo(in, size - header.size());
}

}  // namespace

void ByteWriter::Text(std::string_view text) {
  U64(text.size());
  Raw(text.data(), text.size());
}

void ByteWriter::Doubles(std::span<const double> values) {
  U64(values.size());
  Raw(values.data(), values.size_bytes());
}

void ByteWriter::Floats(std::span<const float> values) {
  Raw(values.data(), values.size_bytes());
}

std::string_view ByteReader::Take(size_t size) {
  if (size > bytes_.size()) {
    throw Error(ErrorKind::kData,
                fmt::format("'{}' ends too early: {} bytes wanted, {} left", path_, size, bytes_.size()),
                "the file is damaged; make it again");
  }
  const std::string_view taken = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return taken;
}

uint64_t ByteReader::U64() {
  uint64_t value = 0;
  std::memcpy(&value, Take(sizeof(value)).data(), sizeof(value));
  return value;
}

double ByteReader::F64() {
  double value = 0.0;
  std::memcpy(&value, Take(sizeof(value)).data(), sizeof(value));
  return value;
}

std::string ByteReader::Text() {
  return std::string(Take(U64()));
}

std::vector<double> ByteReader::Doubles() {
  const uint64_t count = U64();
  const std::string_view raw = Take(count > left() ? left() + 1 : count * sizeof(double));
  std::vector<double> values(count);
  if (count > 0) std::memcpy(values.data(), raw.data(), raw.size());
  return values;
}

void ByteReader::Floats(std::span<float> out) {
  const std::string_view raw = Take(out.size_bytes());
  if (!out.empty()) std::memcpy(out.data(), raw.data(), raw.size());
}

uint64_t ByteReader::Bounded(const char* what, uint64_t low, uint64_t high) {
  const uint64_t value = U64();
  if (value < low || value > high) {
    throw Nonsense(fmt::format("{} {} makes no sense ({} to {})", value, what, low, high));
  }
  return value;
}

void ByteReader::CheckCount(const char* what, size_t found, size_t expected) const {
  if (found != expected) throw Nonsense(fmt::format("{} {}, {} expected", found, what, expected));
}

Error ByteReader::Nonsense(const std::string& message) const {
  return {ErrorKind::kData, fmt::format("'{}': {}", path_, message), "the file was not written by this program"};
}

std::string SealedBytes(const SealedKind& kind, const std::string& payload) {
  ByteWriter out;
  out.U64(kind.version);
  out.U64(payload.size());
  const std::string bytes = std::string(kind.magic, kMagicSize) + out.bytes() + payload;
  ByteWriter seal;
  seal.U64(XXH3_64bits(bytes.data(), bytes.size()));
  return bytes + seal.bytes();
}

void WriteSealedFile(const std::string& path, const SealedKind& kind, const std::string& payload) {
  WriteFileAtomically(path, SealedBytes(kind, payload));
}

std::string ReadSealedFile(const std::string& path, const SealedKind& kind) {
  const std::string bytes = ReadWhole(path, kind);
  uint64_t seal = 0;
  std::memcpy(&seal, bytes.data() + bytes.size() - sizeof(seal), sizeof(seal));
  if (seal != XXH3_64bits(bytes.data(), bytes.size() - sizeof(seal))) {
    throw Error(ErrorKind::kData, fmt::format("'{}' is damaged: its checksum does not match", path),
                "copy the file again, or make it again");
  }
  return bytes.substr(kHeaderSize, bytes.size() - kOverhead);
}

bool HasMagic(const std::string& path, const SealedKind& kind) {
  std::ifstream in(path, std::ios::binary);
  return in && ReadUpTo(in, kMagicSize) == std::string_view(kind.magic, kMagicSize);
}

uint64_t HashText(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace mask2cause
