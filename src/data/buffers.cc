#include <fmt/core.h>

#include <algorithm>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

// glibc serves blocks above 32 MiB by mmap whatever happened before, and grows those by moving pages, not bytes. Going
// there early means that a large buffer is never held twice. Untouched pages take no memory.
constexpr size_t kHeapFloats = size_t{1} << 18;
constexpr size_t kMappedFloats = (size_t{33} << 20) / sizeof(float);

float* Reallocate(float* old, size_t floats) {
  void* grown = floats > SIZE_MAX / sizeof(float) ? nullptr : std::realloc(old, floats * sizeof(float));
  if (grown == nullptr) {
    throw Error(ErrorKind::kData, fmt::format("not enough memory for {} values ({} MB)", floats, floats >> 18),
                "use fewer columns (--columns) or rows, or a machine with more memory");
  }
  return static_cast<float*>(grown);
}

}  // namespace

void FloatBuffer::Reserve(size_t capacity) {
  if (capacity <= capacity_) return;
  if (capacity > kHeapFloats) capacity = std::max(capacity, kMappedFloats);
  float* grown = Reallocate(data_.get(), capacity);
  static_cast<void>(data_.release());
  data_.reset(grown);
  capacity_ = capacity;
}

void FloatBuffer::Resize(size_t size) {
  if (size > capacity_) Reserve(std::max(size, capacity_ + capacity_ / 2));
  size_ = size;
}

void FloatBuffer::ShrinkToFit() {
  if (size_ == capacity_ || size_ == 0) return;
  float* shrunk = Reallocate(data_.get(), size_);
  static_cast<void>(data_.release());
  data_.reset(shrunk);
  capacity_ = size_;
}

void MissingMask::Set(size_t cell) {
  const size_t word = cell / 64;
  if (word >= words_.size()) words_.resize(word + 1);
  const uint64_t bit = uint64_t{1} << (cell % 64);
  if ((words_[word] & bit) != 0) return;
  words_[word] |= bit;
  ++count_;
}

}  // namespace mask2cause
